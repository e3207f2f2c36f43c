/** Turns the ledger's units of a coin into those of its token on a chain, which may have more decimals. */
export function toChainUnits(units: number, ledgerDecimals: number, chainDecimals: number): bigint {
  if (chainDecimals < ledgerDecimals) throw new Error('a chain with fewer decimals than the ledger');
  return BigInt(units) * 10n ** BigInt(chainDecimals - ledgerDecimals);
}

/** The other way round; what is less than one of the ledger's units stays with the exchange. Null where it is beyond what the ledger counts. */
export function toLedgerUnits(amount: bigint, ledgerDecimals: number, chainDecimals: number): number | null {
  if (chainDecimals < ledgerDecimals) throw new Error('a chain with fewer decimals than the ledger');
  const units = amount / 10n ** BigInt(chainDecimals - ledgerDecimals);
  return units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : null;
}
