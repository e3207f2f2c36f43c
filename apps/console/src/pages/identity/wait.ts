const minuteMs = 60_000;

export interface WaitWords {
  readonly minutes: (minutes: number) => string;
  readonly hours: (hours: number, minutes: number) => string;
  readonly days: (days: number, hours: number) => string;
}

/** A waiting time in its two largest units. */
export function formatWait(waitMs: number, words: WaitWords): string {
  const minutes = Math.max(0, Math.floor(waitMs / minuteMs));
  if (minutes < 60) return words.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return words.hours(hours, minutes % 60);
  return words.days(Math.floor(hours / 24), hours % 24);
}

/** Longer waits are highlighted. */
export const longWaitMs = 3 * 60 * minuteMs;
