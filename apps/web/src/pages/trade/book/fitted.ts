import { cut, signOf } from '../../../lib/exact.ts';
import { formatAmount } from '../../../lib/format/index.ts';

/** Digits that fit into the narrow column. */
const maxDigits = 6;

/** Decimal places at which every quantity of the column fits; those of more than six whole digits appear in thousands. */
export function placesFor(quantities: readonly string[]): number {
  const parts = quantities.map((quantity) => quantity.split('.'));
  const own = parts[0]?.[1]?.length ?? 0;
  const lengths = parts.map(([whole = '']) => whole.length).filter((length) => length <= maxDigits);
  return Math.max(0, Math.min(own, maxDigits - Math.max(0, ...lengths)));
}

/** A quantity with these places, cut off. One that would show as nothing is `<0.01`. */
export function fitted(quantity: string, places: number): string {
  const [whole = '0'] = quantity.split('.');
  if (whole.length > maxDigits) return `${formatAmount(whole.slice(0, -3))}K`;
  const least = places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`;
  return signOf(quantity) > 0 && signOf(cut(quantity, places)) === 0 ? `<${least}` : formatAmount(quantity, places);
}
