import { Code } from '@fft/contract';
import { formatDecimal, parseDecimal, maxUnits } from '@fft/decimal';
import { FieldRefusal, Refusal } from '../refusals/refusal.ts';

/**
 * An amount in units of an asset. What is too large for the ledger is larger than every limit.
 * @throws Refusal 2003 with `data.step` where it has more places than are counted · FieldRefusal where it is zero
 */
export function parseAmount(text: string, decimals: number): number {
  const parsed = parseDecimal(text, decimals);
  if (parsed.ok && parsed.units > 0) return parsed.units;
  if (!parsed.ok && parsed.reason === 'tooManyPlaces') {
    const step = formatDecimal(1, decimals);
    throw new Refusal(Code.offStep, 'amountOffStep', { values: { step }, data: { step, field: 'amount' } });
  }
  if (!parsed.ok && parsed.reason === 'tooLarge') return maxUnits;
  throw new FieldRefusal({ amount: 'amount' });
}
