/** The times of answers that show an older state. */
const times = new WeakMap<object, number>();

/** Notes the time that an answer's header names. */
export function noteAsOf(answer: unknown, headers: Headers): void {
  const time = Date.parse(headers.get('as-of') ?? '');
  if (!Number.isNaN(time) && typeof answer === 'object' && answer !== null) times.set(answer, time);
}

/** The time whose state an answer shows, in milliseconds since the epoch; null if it was current. */
export function answeredAsOf(answer: unknown): number | null {
  return typeof answer === 'object' && answer !== null ? (times.get(answer) ?? null) : null;
}
