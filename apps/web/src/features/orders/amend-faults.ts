import type { Market, Order } from '@fft/contract';
import { formatAmount, formatPrice } from '../../lib/format/index.ts';
import { compare } from '../../lib/exact.ts';
import type { amendTexts } from '../../i18n/amend.ts';
import type { tradeTexts } from '../../i18n/trade.ts';
import { type AmendTerms, reachedLeg } from './amend-terms.ts';
import { marketScale, readLots, readTicks, type Steps } from './market-scale.ts';

interface Words {
  readonly faults: (typeof tradeTexts)['zh']['faults'];
  readonly amend: (typeof amendTexts)['zh'];
}

export interface AmendFaults {
  readonly price?: string;
  readonly quantity?: string;
}

/** What is wrong with the new terms, by box; empty if they can be sent. The server has the final say. */
export function amendFaults(order: Order, terms: AmendTerms, market: Market, words: Words): AmendFaults {
  const { faults, amend } = words;
  const scale = marketScale(market);
  const [ticks, lots] = [readTicks(terms.price, scale), readLots(terms.quantity, scale)];
  const price =
    stepFault(terms.price, ticks, market.tickSize, faults) ??
    (ticks === 0 ? faults.tooLow(formatAmount(market.tickSize)) : legFault(order, terms.price, amend));
  let quantity = stepFault(terms.quantity, lots, market.lotSize, faults);
  if (quantity === undefined) {
    const { minQuantity, maxQuantity } = market;
    if (compare(terms.quantity, order.filled) <= 0 && compare(order.filled, '0') > 0)
      quantity = amend.aboveFilled(formatAmount(order.filled));
    else if (compare(terms.quantity, minQuantity) < 0) quantity = faults.belowMin(formatAmount(minQuantity));
    else if (compare(terms.quantity, maxQuantity) > 0) quantity = faults.aboveMax(formatAmount(maxQuantity));
  }
  return { ...(price !== undefined && { price }), ...(quantity !== undefined && { quantity }) };
}

function legFault(order: Order, price: string, words: Words['amend']): string | undefined {
  const leg = reachedLeg(order, price);
  if (leg === null) return undefined;
  return (leg.isAbove ? words.belowLeg : words.aboveLeg)(formatPrice(leg.price));
}

function stepFault(text: string, steps: Steps, step: string, faults: Words['faults']): string | undefined {
  if (text === '') return faults.blank;
  if (steps === 'malformed') return faults.malformed;
  if (steps === 'tooLarge') return faults.aboveMax('');
  return steps === 'offStep' ? faults.offStep(formatAmount(step)) : undefined;
}
