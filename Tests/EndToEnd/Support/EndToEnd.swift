import Testing

/// The real daemon and command against a real gpsd, one test at a time: each has several processes,
/// and two cores are enough for one.
///
/// The kills stand apart, since they spend their time waiting.
@Suite("End to end", .serialized) struct EndToEnd {}
