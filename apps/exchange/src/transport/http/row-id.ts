/** Parses a row's id from the wire; null for a text that cannot be one. */
export function readRowId(id: string): number | null {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
