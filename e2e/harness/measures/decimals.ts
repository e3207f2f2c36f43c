/** Converts a displayed number, `1,234.500 USDT`, to a plain decimal, `1234.5`, without floating point. */
export function plainDecimal(shown: string): string {
  const text = shown.replaceAll(/[,\s]/g, '').replace('−', '-');
  const digits = /^[^\d-]*(-?\d+)(?:\.(\d+))?/.exec(text);
  if (digits?.[1] === undefined) throw new Error(`no number in ${JSON.stringify(shown)}`);
  const fraction = digits[2]?.replace(/0+$/, '') ?? '';
  return fraction === '' ? digits[1] : `${digits[1]}.${fraction}`;
}
