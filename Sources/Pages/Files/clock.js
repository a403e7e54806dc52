// The time that ages are counted by. Of two clocks the one that ran further counts, since one may
// stand still while a phone sleeps, and the other may be set back: an age is rather too high.

export const clock = {
  // Milliseconds that a test is ahead of life.
  ahead: 0,

  // The wall clock in milliseconds since 1970.
  now() {
    return Date.now() + this.ahead;
  },

  // A moment to count from.
  moment() {
    return { steady: performance.now() + this.ahead, wall: this.now() };
  },

  // Seconds since a moment.
  since(moment) {
    const steady = performance.now() + this.ahead - moment.steady;
    return Math.max(0, steady, this.now() - moment.wall) / 1000;
  },
};
