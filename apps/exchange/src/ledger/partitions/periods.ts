/** How long a partition's time is. */
export type Period = 'day' | 'week' | 'month';

const dayMs = 86_400_000;
/** A Monday. */
const firstWeek = Date.UTC(1970, 0, 5);

/** The start, in UTC, of the period that `time` lies in, or of one `later` after it. */
export function periodStart(period: Period, time: number, later = 0): number {
  if (period === 'day') return (Math.floor(time / dayMs) + later) * dayMs;
  if (period === 'week') return firstWeek + (Math.floor((time - firstWeek) / (7 * dayMs)) + later) * 7 * dayMs;
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}
