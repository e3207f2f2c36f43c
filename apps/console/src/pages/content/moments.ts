const two = (value: number): string => String(value).padStart(2, '0');

/** A moment as a date-and-time line holds it, in the operator's own time zone; empty for none. */
export function toLine(timeMs: number | null | undefined): string {
  if (timeMs === null || timeMs === undefined) return '';
  const date = new Date(timeMs);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment that a line says; undefined where it says none. */
export function fromLine(line: string): number | undefined {
  const timeMs = Date.parse(line);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}
