/** True if the held amount covers the owed amount. Compares decimals digit by digit, without floats. */
export function isCovered(held: string, owed: string): boolean {
  if (owed.startsWith('-')) return true;
  if (held.startsWith('-')) return false;
  const [heldWhole = '0', heldPart = ''] = held.split('.');
  const [owedWhole = '0', owedPart = ''] = owed.split('.');
  const places = Math.max(heldPart.length, owedPart.length);
  return BigInt(heldWhole + heldPart.padEnd(places, '0')) >= BigInt(owedWhole + owedPart.padEnd(places, '0'));
}
