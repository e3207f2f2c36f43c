/** Converts ledger units to chain units, which may have more decimals. */
export function toChainUnits(units: number, ledgerDecimals: number, chainDecimals: number): bigint {
  if (chainDecimals < ledgerDecimals) throw new Error('the chain has fewer decimals than the ledger');
  return BigInt(units) * 10n ** BigInt(chainDecimals - ledgerDecimals);
}

/** Converts chain units to ledger units, rounded down. Null if beyond the safe integer range. */
export function toLedgerUnits(amount: bigint, ledgerDecimals: number, chainDecimals: number): number | null {
  if (chainDecimals < ledgerDecimals) throw new Error('the chain has fewer decimals than the ledger');
  const units = amount / 10n ** BigInt(chainDecimals - ledgerDecimals);
  return units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : null;
}
