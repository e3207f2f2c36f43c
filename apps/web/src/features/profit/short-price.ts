import { formatPrice, missing } from '../../lib/format/index.ts';
import { round } from '../../lib/averages.ts';
import { trimZeros } from '../../lib/exact.ts';

/** Places of a price that is an average: as many as tell it from others, for coins that are dear and for those that cost less than a cent. */
export function shortPrice(price: string | null): string {
  if (price === null) return missing;
  const [whole = '0'] = price.split('.');
  const places = whole.length > 2 ? 2 : whole === '0' ? 8 : 4;
  return formatPrice(trimZeros(round(price, places), 2));
}
