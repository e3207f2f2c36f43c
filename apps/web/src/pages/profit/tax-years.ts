const yearsShown = 6;

/** This year and those before it, in the reader's time zone. */
export function yearsBefore(now: Date): readonly string[] {
  return Array.from({ length: yearsShown }, (_, ago) => String(now.getFullYear() - ago));
}

/** The bounds of a year in the reader's time zone; none for all of them. */
export function timesOfYear(year: string): { readonly from?: number; readonly to?: number } {
  if (!/^\d{4}$/.test(year)) return {};
  return { from: new Date(Number(year), 0, 1).getTime(), to: new Date(Number(year) + 1, 0, 1).getTime() };
}
