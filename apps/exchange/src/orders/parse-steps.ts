import { refuse } from './refusals.ts';
import {
  formatPrice,
  formatQuantity,
  formatQuote,
  maxPrintableTicks,
  type MarketView,
} from '../ledger/listings/market-view.ts';
import { priceTicksOf, quantityLotsOf, quoteUnitsOf } from '../ledger/listings/steps.ts';

/** Parses a price into ticks. @throws Refusal `offStep` off the tick · `amountOutOfRange` larger than the market can print */
export function ticksOf(text: string, view: MarketView, field = 'price'): number {
  const ticks = priceTicksOf(text, view);
  if (ticks === 'offStep') return offStep('priceOffTick', formatPrice(view, 1), field);
  return ticks === 'tooLarge' ? tooLarge('priceTooLarge', formatPrice(view, maxPrintableTicks(view)), field) : ticks;
}

/** Parses a quantity into lots. @throws Refusal `offStep` off the lot · `amountOutOfRange` larger than the ledger can count */
export function lotsOf(text: string, view: MarketView, field = 'quantity'): number {
  const lots = quantityLotsOf(text, view);
  if (lots === 'offStep') return offStep('quantityOffLot', formatQuantity(view, 1), field);
  const max = view.rules.maxQuantityLots;
  return lots === 'tooLarge' ? tooLarge('quantityTooLarge', formatQuantity(view, max), field) : lots;
}

/** Parses an amount into quote units. @throws Refusal `offStep` too fine · `amountOutOfRange` larger than the ledger can count */
export function unitsOf(text: string, view: MarketView): number {
  const units = quoteUnitsOf(text, view);
  if (units === 'offStep') return offStep('amountOffStep', formatQuote(view, 1), 'amount');
  return units === 'tooLarge'
    ? tooLarge('notionalTooLarge', formatQuote(view, view.rules.maxNotional), 'amount')
    : units;
}

function offStep(key: 'priceOffTick' | 'quantityOffLot' | 'amountOffStep', step: string, field: string): never {
  throw refuse(key, { values: { step }, data: { step, field } });
}

function tooLarge(key: 'priceTooLarge' | 'quantityTooLarge' | 'notionalTooLarge', max: string, field: string): never {
  throw refuse(key, { values: { max }, data: { max, field } });
}
