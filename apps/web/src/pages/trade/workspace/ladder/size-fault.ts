import type { Market } from '@fft/contract';
import { compare } from '../../../../lib/exact.ts';
import { formatAmount } from '../../../../lib/format/index.ts';
import { marketScale, readLots } from '../../../../features/orders/market-scale.ts';
import type { tradeTexts } from '../../../../i18n/trade.ts';

/** What is wrong with the size of an order in this market, or undefined. The server has the final say. */
export function sizeFault(
  size: string,
  market: Market,
  faults: (typeof tradeTexts)['zh']['faults'],
): string | undefined {
  const { lotSize, minQuantity, maxQuantity } = market;
  const lots = readLots(size, marketScale(market));
  if (lots === 'malformed') return faults.malformed;
  if (lots === 'offStep') return faults.offStep(formatAmount(lotSize));
  if (lots === 'tooLarge' || compare(size, maxQuantity) > 0) return faults.aboveMax(formatAmount(maxQuantity));
  return compare(size, minQuantity) < 0 ? faults.belowMin(formatAmount(minQuantity)) : undefined;
}
