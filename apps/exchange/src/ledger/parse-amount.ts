import { formatDecimal, parseDecimal, maxUnits } from '@fft/decimal';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';

/**
 * Parses an amount into units of an asset. An amount too large for the ledger becomes larger than every limit.
 * @throws Refusal `offStep` with `data.step` if it has too many places · FieldRefusal if it is zero
 */
export function parseAmount(text: string, decimals: number): number {
  const parsed = parseDecimal(text, decimals);
  if (parsed.ok && parsed.units > 0) return parsed.units;
  if (!parsed.ok && parsed.reason === 'tooManyPlaces') {
    const step = formatDecimal(1, decimals);
    throw refuse('amountOffStep', { values: { step }, data: { step, field: 'amount' } });
  }
  if (!parsed.ok && parsed.reason === 'tooLarge') return maxUnits;
  throw new FieldRefusal({ amount: 'amount' });
}
