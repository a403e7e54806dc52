import Linux
import Systemd

/// The subscribed characteristics of one connected peripheral and the one that is written. Of the
/// loop's thread alone; used once.
final class GATTChannel {
  /// Bytes that may wait to be written.
  static let queueLimit = 8192
  /// What fits into a write as long as nothing else is known (ATT_MTU 23).
  private static let smallestPiece = 20

  private let client: BlueZClient
  private let loop: EventLoop
  private let selection: GATTSelection
  private let finished: (PeripheralFault?) -> Void
  private let received: (UnsafeRawBufferPointer) -> Void
  private let broke: (String) -> Void
  private var sockets: [PacketSocket] = []
  private var writer: PacketSocket?
  /// Paths whose values come as changed properties.
  private var signalled: Set<String> = []
  private var lastRefusal = BusFailure(name: "")
  private var pieceLength = GATTChannel.smallestPiece
  private var queue: [UInt8] = []
  private var isWriting = false
  private var isClosed = false

  /// `finished` is told once what subscribing came to; nil is well.
  init(
    client: BlueZClient, loop: EventLoop, selection: GATTSelection,
    finished: @escaping (PeripheralFault?) -> Void,
    received: @escaping (UnsafeRawBufferPointer) -> Void, broke: @escaping (String) -> Void
  ) {
    self.client = client
    self.loop = loop
    self.selection = selection
    self.finished = finished
    self.received = received
    self.broke = broke
  }

  func open() { subscribe(selection.notify[...]) }

  /// Lets go of the descriptors, which ends the subscription.
  func close() {
    isClosed = true
    for socket in sockets { socket.close() }
    writer?.close()
    (sockets, writer, queue) = ([], nil, [])
  }

  // MARK: Subscribing

  private func subscribe(_ rest: ArraySlice<BluetoothDirectory.Characteristic>) {
    guard let next = rest.first else { return acquireWrite() }
    acquire("AcquireNotify", next.path) { [self] socket in
      if let socket {
        listen(to: socket)
        sockets.append(socket)
        return subscribe(rest.dropFirst())
      }
      // Indications are only had like this, and notifications too that another program acquired.
      call(next.path, "StartNotify") { [self] isDone in
        if isDone { signalled.insert(next.path) }
        subscribe(rest.dropFirst())
      }
    }
  }

  private func acquireWrite() {
    guard !sockets.isEmpty || !signalled.isEmpty else { return finished(lastRefusal.fault) }
    guard let write = selection.write, write.writesWithoutResponse else { return finished(nil) }
    acquire("AcquireWrite", write.path) { [self] socket in
      if let socket {
        listen(to: socket)
        socket.hasRoom = { [unowned self] in flush() }
        writer = socket
      }
      finished(nil)
    }
  }

  private func listen(to socket: PacketSocket) {
    socket.received = { [unowned self] in received($0) }
    socket.broke = { [unowned self] in broke($0) }
  }

  /// Asks for a socket; nil where BlueZ gives none.
  private func acquire(
    _ member: String, _ path: String, _ handler: @escaping (PacketSocket?) -> Void
  ) {
    client.call(path, BlueZ.characteristic, member, [.options([:])]) { [weak self] reply in
      guard let self, !isClosed else { return }
      switch reply {
      case .success(let message): handler(socket(from: message))
      case .failure(let failure):
        lastRefusal = failure
        handler(nil)
      }
    }
  }

  private func socket(from message: BusMessage) -> PacketSocket? {
    do {
      guard let descriptor = try message.readDescriptor() else { return nil }
      if let mtu = message.readUInt16() {
        pieceLength = min(512, max(Self.smallestPiece, Int(mtu) - 3))
      }
      return try PacketSocket(owning: descriptor, loop: loop)
    } catch {
      return nil
    }
  }

  private func call(_ path: String, _ member: String, _ handler: @escaping (Bool) -> Void) {
    client.call(path, BlueZ.characteristic, member) { [weak self] reply in
      guard let self, !isClosed else { return }
      if case .failure(let failure) = reply { lastRefusal = failure }
      handler((try? reply.get()) != nil)
    }
  }

  // MARK: Values

  /// A characteristic's value changed, as the bus tells it.
  func changed(_ path: String, _ value: [UInt8]) {
    guard signalled.contains(path), !isClosed else { return }
    value.withUnsafeBytes(received)
  }

  // MARK: Writing

  /// Queues bytes and sends what can be sent; false when the queue has no room.
  func send(_ bytes: [UInt8]) -> Bool {
    guard !isClosed, selection.write != nil, queue.count + bytes.count <= Self.queueLimit else {
      return false
    }
    queue += bytes
    flush()
    return true
  }

  private func flush() {
    if writer == nil { return writeValue() }
    while !queue.isEmpty, let writer {
      let piece = queue.prefix(pieceLength)
      guard writer.send(piece) else { return }
      queue.removeFirst(piece.count)
    }
  }

  /// Without a socket each piece is a call, one at a time.
  private func writeValue() {
    guard !isWriting, !queue.isEmpty, let write = selection.write else { return }
    let piece = Array(queue.prefix(pieceLength))
    queue.removeFirst(piece.count)
    isWriting = true
    let kind = write.writesWithoutResponse ? "command" : "request"
    let arguments: [BusArgument] = [.bytes(piece), .options(["type": .text(kind)])]
    client.call(write.path, BlueZ.characteristic, "WriteValue", arguments) { [weak self] reply in
      guard let self, !isClosed else { return }
      isWriting = false
      if case .failure(let failure) = reply { return broke(failure.message) }
      writeValue()
    }
  }
}

extension BusFailure {
  /// What BlueZ's error means for a peripheral.
  var fault: PeripheralFault {
    switch name {
    case "org.freedesktop.DBus.Error.UnknownObject", "org.bluez.Error.DoesNotExist":
      .unknownObject
    // What an object without the interface answers: the device was removed.
    case "org.freedesktop.DBus.Error.UnknownMethod": .unknownObject
    case "org.bluez.Error.InProgress": .inProgress
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout":
      .connectTimedOut
    case "org.bluez.Error.Failed" where message.contains("abort"): .connectTimedOut
    default: .failed(message.isEmpty ? name : message)
    }
  }
}
