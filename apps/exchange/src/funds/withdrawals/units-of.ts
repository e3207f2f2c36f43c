import { parseDecimal } from '@fft/decimal';

/** Converts a figure of the listing to units. */
export function unitsOf(text: string, decimals: number): number {
  const parsed = parseDecimal(text, decimals);
  if (!parsed.ok) throw new Error(`the listing has ${text}, but the asset has ${decimals} decimals`);
  return parsed.units;
}
