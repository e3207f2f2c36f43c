/** Allows ten of the largest payments a day. */
export function limit(one: bigint): { one: string; day: string } {
  return { one: String(one), day: String(one * 10n) };
}
