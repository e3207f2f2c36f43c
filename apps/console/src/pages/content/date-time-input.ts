const two = (value: number): string => String(value).padStart(2, '0');

/** Formats a time for a `datetime-local` input in the operator's time zone; empty for none. */
export function toInputValue(timeMs: number | null | undefined): string {
  if (timeMs === null || timeMs === undefined) return '';
  const date = new Date(timeMs);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Parses the value of a `datetime-local` input; undefined if it is empty or invalid. */
export function parseInputValue(line: string): number | undefined {
  const timeMs = Date.parse(line);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}
