/** The signer's limits: the largest payment, and ten such payments a day. */
export function limit(one: bigint): { one: string; day: string } {
  return { one: String(one), day: String(one * 10n) };
}
