// Decimals of Binance's answers as whole numbers of 1e-18, so that the judge never rounds.
const places = 18;
export const one = 10n ** BigInt(places);

export function exact(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * one + BigInt(fraction.padEnd(places, '0'));
}

/** The plain decimal of a number. */
export function textOf(units: bigint): string {
  const fraction = (units % one).toString().padStart(places, '0').replace(/0+$/, '');
  return fraction === '' ? `${units / one}` : `${units / one}.${fraction}`;
}

/** The next multiple of a step below. */
export const cut = (units: bigint, step: bigint): bigint => units - (units % step);

/** A share in parts per million. */
export const share = (units: bigint, ppm: number): bigint => (units * BigInt(Math.round(ppm))) / 1_000_000n;
