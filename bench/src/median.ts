/** The middle of an odd number of values; the upper of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
