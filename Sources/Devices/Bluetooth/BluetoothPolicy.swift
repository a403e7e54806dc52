/// Waits and limits of Bluetooth LE, in milliseconds.
package struct BluetoothPolicy: Equatable, Sendable {
  /// How long one attempt to connect may take; BlueZ itself gives up late or never.
  package var connectLimit: Int64 = 20_000
  /// The same for the services of a connected peripheral to be resolved.
  package var resolveLimit: Int64 = 10_000
  /// The same for its notifications to be subscribed.
  package var subscribeLimit: Int64 = 10_000
  /// The same for an answer to Disconnect or RemoveDevice.
  package var leaveLimit: Int64 = 5_000
  /// What each failure in a row adds to the wait before the next attempt, and the longest wait.
  package var backOffStep: Int64 = 500
  package var longestBackOff: Int64 = 5_000
  /// A UART that says nothing for this long is dead: its driver asks several times a second.
  package var uartSilence: Int64 = 3_500
  /// The same while a job on the ground has the UART: its own time-outs are shorter.
  package var jobSilence: Int64 = 60_000
  /// A sensor that says nothing for this long is dead: those tell a value a second.
  package var valueSilence: Int64 = 30_000
  /// The wait after a refused start of discovery.
  package var discoveryRetry: Int64 = 2_000
  /// After so long without success discovery changes between the known services and everything.
  package var filterChange: Int64 = 10_000
  /// The first and the longest wait for a bus or a service that does not answer.
  package var busRetry: Int64 = 1_000
  package var longestBusRetry: Int64 = 10_000

  package init() {}
}
