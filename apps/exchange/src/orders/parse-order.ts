import {
  type calls,
  type CallParameters,
  type ConditionField,
  conditionMisfit,
  hasConditions,
  type Misfit,
  sizeMisfit,
  type TermKind,
  wrongLeg,
} from '@fft/contract';
import type { PlaceOrder } from '@fft/engine';
import type { MarketView } from '../ledger/listings/market-view.ts';
import { type Conditions, conditions } from '../ledger/order-terms.ts';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import { lotsOf, ticksOf, unitsOf } from './parse-steps.ts';

export type CreateInput = CallParameters<typeof calls.trade.create>;
export type OrderSize = Pick<PlaceOrder, 'priceTicks' | 'quantityLots' | 'amount'>;

/**
 * Parses an order's price and size into ticks, lots and units.
 * @throws Refusal `amountOutOfRange` too large · `offStep` off the tick or lot · FieldRefusal if fields do not fit the type
 */
export function parseSize(input: CreateInput, view: MarketView): OrderSize {
  refuseMisfit(sizeMisfit(input));
  const { price, quantity, amount } = input;
  const priceTicks = price === undefined ? 0 : ticksOf(price, view);
  const quantityLots = quantity === undefined ? 0 : lotsOf(quantity, view);
  return { priceTicks, quantityLots, amount: amount === undefined ? 0 : unitsOf(amount, view) };
}

/**
 * Parses the terms beyond an order's size.
 * @throws Refusal `amountOutOfRange` too large · `offStep` off the tick or lot · `priceOutsideBand` a leg on the wrong side · FieldRefusal if fields do not fit each other
 */
export function parseTerms(input: CreateInput, view: MarketView): Conditions {
  if (!hasConditions(input)) return {};
  refuseMisfit(conditionMisfit(input));
  const terms: Partial<Record<ConditionField, string | number>> = {};
  for (const { name, kind, field } of conditions) {
    const given = input[name];
    if (given !== undefined) terms[field] = ledgerValue(given, kind, { view, name });
  }
  // Each field has the value of its own term, as the contract's table says.
  const parsed = terms as Conditions;
  refuseUnordered(input.side, input.price === undefined ? 0 : ticksOf(input.price, view), parsed);
  return parsed;
}

function ledgerValue(
  given: string | number,
  kind: TermKind,
  { view, name }: { readonly view: MarketView; readonly name: string },
): string | number {
  if (kind === 'price') return ticksOf(String(given), view, name);
  return kind === 'quantity' ? lotsOf(String(given), view, name) : given;
}

function refuseMisfit(misfit: Misfit | null): void {
  if (misfit === null) return;
  if ('field' in misfit) throw new FieldRefusal({ [misfit.field]: misfit.error });
  throw refuse(misfit.refusal);
}

const byTicks = (one: number, other: number): number => one - other;

/** @throws Refusal `priceOutsideBand` if a leg is on the wrong side of the order's price, or of the other leg; 0 is no price */
export function refuseUnordered(
  side: 'buy' | 'sell',
  priceTicks: number,
  { takeProfitTicks = 0, stopLossTicks = 0 }: Pick<PlaceOrder, 'takeProfitTicks' | 'stopLossTicks'>,
): void {
  const prices = { price: priceTicks || null, takeProfit: takeProfitTicks || null, stopLoss: stopLossTicks || null };
  const field = wrongLeg(side, prices, byTicks);
  if (field === null) return;
  const isAbove = (field === 'takeProfitPrice') === (side === 'buy');
  const [low, high] =
    field === 'takeProfitPrice'
      ? (['takeProfitTooLow', 'takeProfitTooHigh'] as const)
      : (['stopLossTooLow', 'stopLossTooHigh'] as const);
  throw refuse(isAbove ? low : high, { data: { field } });
}
