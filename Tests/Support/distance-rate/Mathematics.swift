import Glibc

func sine(_ radians: Double) -> Double { sin(radians) }
func cosine(_ radians: Double) -> Double { cos(radians) }
func arcSine(_ ratio: Double) -> Double { asin(ratio) }

/// What the process has used of a processor, ms.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

/// Hands on what was printed.
func flushOutput() { fflush(nil) }
