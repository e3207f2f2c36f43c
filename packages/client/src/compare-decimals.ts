/** Compares two plain, unsigned decimal texts by value, exactly: negative if `a` is less. */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  const trimmedA = wholeA.replace(/^0+/, '');
  const trimmedB = wholeB.replace(/^0+/, '');
  if (trimmedA.length !== trimmedB.length) return trimmedA.length - trimmedB.length;
  if (trimmedA !== trimmedB) return trimmedA < trimmedB ? -1 : 1;
  const places = Math.max(fractionA.length, fractionB.length);
  const paddedA = fractionA.padEnd(places, '0');
  const paddedB = fractionB.padEnd(places, '0');
  return paddedA === paddedB ? 0 : paddedA < paddedB ? -1 : 1;
}

export function isZero(decimal: string): boolean {
  return /^0*(\.0*)?$/.test(decimal);
}
