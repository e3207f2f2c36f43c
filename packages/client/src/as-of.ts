/** The times of answers that show an older state. */
const times = new WeakMap<object, number>();

/** Notes the time that an answer's header names. */
export function noteAsOf(answer: unknown, headers: Headers): void {
  const time = Date.parse(headers.get('as-of') ?? '');
  if (time > 0 && answer instanceof Object) times.set(answer, time);
}

/** The time whose state an answer shows, in milliseconds since the epoch; undefined if it was current. */
export const answeredAsOf = (answer: unknown): number | undefined => times.get(answer as object);
