// The time that ages are counted by. Of two clocks the one that ran further counts, since one may
// stand still while a phone sleeps, and the other may be set back: an age is rather too high.

export const clock = {
  // The wall clock in milliseconds since 1970.
  now() {
    return Date.now();
  },

  // A moment to count from.
  moment() {
    return { steady: performance.now(), wall: this.now() };
  },

  // Seconds since a moment.
  since(moment) {
    const steady = performance.now() - moment.steady;
    return Math.max(0, steady, this.now() - moment.wall) / 1000;
  },
};
