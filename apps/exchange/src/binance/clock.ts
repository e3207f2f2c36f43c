/** Converts a time in milliseconds to the reader's unit. */
export type Clock = (ms: number) => number;

const milliseconds: Clock = (ms) => ms;
const microseconds: Clock = (ms) => ms * 1_000;

export function clockOf(isMicroseconds: boolean): Clock {
  return isMicroseconds ? microseconds : milliseconds;
}

/** Times from here on are microseconds: as milliseconds they would be in the year 33658. */
const microsecondsFrom = 1e15;

/** A caller's time in milliseconds. Callers may send milliseconds or microseconds. */
export function millisecondsOf(time: number): number {
  return time >= microsecondsFrom ? Math.floor(time / 1_000) : time;
}
