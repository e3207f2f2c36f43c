/** A clock for the times of events: on a stream they never go back, also when the machine's clock is set back. */
export function createEventClock(now: () => number): () => number {
  let latest = 0;
  return () => {
    latest = Math.max(latest, now());
    return latest;
  };
}
