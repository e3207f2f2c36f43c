import { type Market, orderTerms, type TermOf, termsOf } from '@fft/contract';
import { compare } from '../../../lib/exact.ts';
import {
  amountText,
  priceText,
  quantityText,
  readAmount,
  readLots,
  readTicks,
  type MarketScale,
  type Steps,
} from '../../../features/orders/market-scale.ts';
import { missingLeg, wrongLeg } from '../bracket/bracket-input.ts';
import { dearestTicks, sendsAmount, type FormWorld, type OrderForm } from './order-form.ts';
import { bandOf, stopBandOf, type PriceBand } from './price-band.ts';
import { walkBook } from './walk-book.ts';

type NumberKind = 'price' | 'quantity' | 'amount';
/** The boxes of numbers, by the names that the calls give them. Only pairs have a `stopLimitPrice`. */
export type OrderField = TermOf<NumberKind> | 'stopLimitPrice';
export const orderFields: readonly OrderField[] = [...termsOf('price', 'quantity', 'amount'), 'stopLimitPrice'];
export type OrderFault =
  | 'blank'
  | 'tooLow'
  | 'malformed'
  | 'offStep'
  | 'belowMin'
  | 'aboveMax'
  | 'belowMinAmount'
  | 'aboveMaxAmount'
  | 'pairAbove'
  | 'pairBelow'
  | 'outsideBand'
  | 'aboveQuantity'
  | 'balanceLow'
  | LegFault;

/** Legs without a price, or on the wrong side of the order's. */
export type LegFault = 'noLeg' | 'profitAbove' | 'profitBelow' | 'lossAbove' | 'lossBelow';

/** A field's problem; `bound` is the step, minimum or maximum that the field violates, `upTo` the upper end of a range that begins with it. */
export interface OrderProblem {
  readonly field: OrderField;
  readonly fault: OrderFault;
  readonly bound?: string;
  readonly upTo?: string;
}

/** The first problem that prevents sending, or null. The server has the final say. */
export function checkOrder(form: OrderForm, market: Market, world: FormWorld): OrderProblem | null {
  if (form.type === 'limit') {
    const problem = checkBox('price', form.price, market, world);
    if (problem !== null) return problem;
  }
  const sized = sendsAmount(form) ? checkSpending(form, market, world) : checkQuantity(form, market, world);
  return (
    checkStop(form, market, world) ??
    checkPair(form, market, world) ??
    checkBand(form, world) ??
    sized ??
    checkLegs(form, market, world) ??
    checkVisible(form, market, world)
  );
}

function checkBand(form: OrderForm, world: FormWorld): OrderProblem | null {
  return (
    outside('price', form.price, bandOf(form, world)) ??
    outside('stopLimitPrice', form.stopLimitPrice, stopBandOf(form, world))
  );
}

function outside(field: OrderField, price: string, band: PriceBand | null): OrderProblem | null {
  return band === null || band.contains(price)
    ? null
    : { field, fault: 'outsideBand', bound: band.min, upTo: band.max };
}

function checkStop({ isStop, isPair, stopPrice }: OrderForm, market: Market, world: FormWorld): OrderProblem | null {
  return isStop || isPair ? checkBox('stopPrice', stopPrice, market, world) : null;
}

/** A sell pair takes its profit above and stops below; a buy pair the other way round. Only a sell pair's stop may be a market order. */
function checkPair(form: OrderForm, market: Market, world: FormWorld): OrderProblem | null {
  const { isPair, side, price, stopPrice, stopLimitPrice } = form;
  if (!isPair) return null;
  const order = compare(price, stopPrice);
  if (side === 'sell' ? order <= 0 : order >= 0) {
    return { field: 'price', fault: side === 'sell' ? 'pairAbove' : 'pairBelow' };
  }
  if (side === 'sell' && stopLimitPrice === '') return null;
  return checkBox('stopLimitPrice', stopLimitPrice, market, world);
}

/** The visible part of an iceberg: at least its market's share of the quantity, which may be blank until then, and less than all of it. */
export function checkVisible(form: OrderForm, market: Market, world: FormWorld): OrderProblem | null {
  const { scale } = world;
  const { visibleQuantity, quantity } = form;
  if (visibleQuantity === null) return null;
  const [field, lots, whole] = [
    'visibleQuantity',
    readLots(visibleQuantity, scale),
    readLots(quantity, scale),
  ] as const;
  const problem = checkBox(field, visibleQuantity, market, world);
  if (problem !== null || typeof lots === 'string' || typeof whole === 'string' || whole === 0) return problem;
  const least = Math.ceil(whole / (market.maxIcebergParts ?? Infinity));
  if (lots < least) return { field, fault: 'belowMin', bound: quantityText(least, scale) };
  return lots >= whole ? { field, fault: 'aboveQuantity' } : null;
}

const legBoxes = {
  takeProfit: 'takeProfitPrice',
  stopLoss: 'stopLossPrice',
  stopLossLimit: 'stopLossLimitPrice',
} as const;

/** The prices of a bracket, by the rules of its own page. */
function checkLegs(form: OrderForm, market: Market, world: FormWorld): OrderProblem | null {
  const { scale, lastTicks } = world;
  const { side, type, price, legs } = form;
  if (legs === null) return null;
  for (const leg of ['takeProfit', 'stopLoss', 'stopLossLimit'] as const) {
    const isShown = leg !== 'stopLossLimit' || asksStopLossLimit(form);
    const typed = isShown ? legs[leg] : '';
    const problem = typed === '' ? null : checkBox(legBoxes[leg], typed, market, world);
    if (problem !== null) return problem;
  }
  const fields = { side, type, price, ...legs };
  const missing = missingLeg(fields);
  if (missing !== null) return { field: legBoxes[missing], fault: missing === 'takeProfit' ? 'noLeg' : 'blank' };
  const wrong = wrongLeg(fields, lastTicks === 0 ? null : priceText(lastTicks, scale));
  if (wrong === null) return null;
  const isAbove = (wrong === 'takeProfit') === (side === 'buy');
  const name = wrong === 'takeProfit' ? 'profit' : 'loss';
  return { field: legBoxes[wrong], fault: `${name}${isAbove ? 'Above' : 'Below'}` };
}

/** True if the stop-loss has a box for its limit price: a sell's needs one. */
export const asksStopLossLimit = ({ side, legs }: OrderForm): boolean =>
  side === 'sell' && (legs?.stopLoss ?? '') !== '';

/** How a number of each kind is read, and the step of which it is a multiple. */
const numbers = {
  price: { read: readTicks, step: ({ tickSize }: Market) => tickSize },
  quantity: { read: readLots, step: ({ lotSize }: Market) => lotSize },
  amount: { read: readAmount, step: () => undefined },
} as const;

/** The problem of one number by itself. */
function checkBox(field: OrderField, text: string, market: Market, { scale }: FormWorld): OrderProblem | null {
  if (text === '') return { field, fault: 'blank' };
  const kind = numbers[field === 'stopLimitPrice' ? 'price' : orderTerms[field].kind];
  const [steps, step] = [kind.read(text, scale), kind.step(market)];
  // Digits beyond the last place are cut, which can leave zero; amounts and quantities have a minimum of their own.
  if (steps === 0 && field !== 'quantity' && field !== 'amount') {
    return { field, fault: 'tooLow', ...(step === undefined ? {} : { bound: step }) };
  }
  if (steps === 'malformed') return { field, fault: 'malformed' };
  if (steps === 'tooLarge') return { field, fault: 'aboveMax' };
  return steps === 'offStep' ? { field, fault: 'offStep', ...(step === undefined ? {} : { bound: step }) } : null;
}

function checkSpending({ amount }: OrderForm, market: Market, world: FormWorld): OrderProblem | null {
  const { scale, usable } = world;
  const units = readAmount(amount, scale);
  const problem = checkBox('amount', amount, market, world) ?? checkAmount('amount', amount, market);
  if (problem !== null || typeof units === 'string') return problem;
  return usable !== null && units > usable.quoteUnits ? { field: 'amount', fault: 'balanceLow' } : null;
}

function checkQuantity(form: OrderForm, market: Market, world: FormWorld): OrderProblem | null {
  const { quantity } = form;
  const lots = readLots(quantity, world.scale);
  const problem = checkBox('quantity', quantity, market, world);
  if (problem !== null || typeof lots === 'string') return problem;
  if (compare(quantity, market.minQuantity) < 0)
    return { field: 'quantity', fault: 'belowMin', bound: market.minQuantity };
  if (compare(quantity, market.maxQuantity) > 0)
    return { field: 'quantity', fault: 'aboveMax', bound: market.maxQuantity };
  const value = valueOf(form, lots, world);
  if (value !== null) {
    const amount = amountText(value, world.scale);
    const offence =
      amount === ''
        ? { field: 'quantity' as const, fault: 'aboveMax' as const }
        : checkAmount('quantity', amount, market);
    if (offence !== null) return offence;
  }
  return checkUsable(form, lots, costOf(form, lots, world), world);
}

function checkAmount(field: OrderField, amount: string, market: Market): OrderProblem | null {
  if (compare(amount, market.minAmount) < 0) return { field, fault: 'belowMinAmount', bound: market.minAmount };
  return compare(amount, market.maxAmount) > 0 ? { field, fault: 'aboveMaxAmount', bound: market.maxAmount } : null;
}

/**
 * Value in quote units, by which the market's limits judge the order: at its price, at a stop's trigger, at the last price or, before the first trade, at the best
 * price of the other side; null without one.
 */
function valueOf(form: OrderForm, lots: number, { scale, lastTicks, asks, bids }: FormWorld): bigint | null {
  if (form.type === 'limit') return notional(dearestTicks(form, scale), lots, scale);
  if (form.isStop) return notional(readTicks(form.stopPrice, scale), lots, scale);
  const best = (form.side === 'buy' ? asks : bids)[0]?.ticks ?? 0;
  const ticks = lastTicks === 0 ? best : lastTicks;
  return ticks === 0 ? null : notional(ticks, lots, scale);
}

/** Cost in quote units: of a limit order at its price, of a market buy in the book; null if unknown. */
function costOf(form: OrderForm, lots: number, { scale, asks }: FormWorld): bigint | null {
  if (form.type === 'limit') return notional(dearestTicks(form, scale), lots, scale);
  if (form.side === 'sell') return null;
  const walk = walkBook(asks, { lots }, scale.unitsPerTickLot);
  return walk.exhausted ? null : walk.notional;
}

function notional(ticks: Steps, lots: number, scale: MarketScale): bigint | null {
  return typeof ticks === 'string' ? null : BigInt(ticks) * BigInt(lots) * BigInt(scale.unitsPerTickLot);
}

function checkUsable(
  form: OrderForm,
  lots: number,
  cost: bigint | null,
  { usable, scale }: FormWorld,
): OrderProblem | null {
  if (usable === null) return null;
  const low =
    form.side === 'sell'
      ? BigInt(lots) * BigInt(scale.unitsPerLot) > BigInt(usable.baseUnits)
      : cost !== null && cost > BigInt(usable.quoteUnits);
  return low ? { field: 'quantity', fault: 'balanceLow' } : null;
}
