import { averagePrice } from '@fft/decimal';
import {
  formatUnits,
  readAmount,
  readLots,
  readTicks,
  type MarketScale,
} from '../../../features/orders/market-scale.ts';
import { sendsAmount, type FormWorld, type OrderForm } from './order-form.ts';
import { floorLots, maxLevelsWalked, walkBook, withinCollar, type Level } from './walk-book.ts';

/** Estimated result of the order: at its limit, at its trigger, or in the book now. Amounts in plain notation, null while unknown. */
export interface Estimate {
  /** In the coin received: base for a buy, quote for a sale. The taker fee, as it is the higher one. */
  readonly fee: string | null;
  readonly receive: string | null;
  /** Quantity (base) and amount (quote) that the order would trade. */
  readonly quantity: string | null;
  readonly amount: string | null;
  /** Of an order that trades in the book now; null for others. */
  readonly walk: BookWalk | null;
}

export interface BookWalk {
  readonly average: string;
  /** Distance of the average from the best price, as a fraction. */
  readonly slippage: string;
  /** True if the book, or the part of it within the market's collar, holds less than the order. */
  readonly isPartial: boolean;
}

const unknown: Estimate = { fee: null, receive: null, quantity: null, amount: null, walk: null };

interface Trade {
  readonly lots: number;
  readonly notional: bigint;
  readonly walk?: { readonly bestTicks: number; readonly isPartial: boolean };
}

/** Of a pair, its take-profit order; {@link estimateStop} has the other. */
export function estimate(form: OrderForm, world: FormWorld): Estimate {
  return resultOf(expectedTrade(form, world), form, world);
}

/** The stop of a pair, at its own limit price, or at its trigger if it sells at market. Null for other orders. */
export function estimateStop(form: OrderForm, world: FormWorld): Estimate | null {
  if (!form.isPair) return null;
  const price = form.stopLimitPrice === '' ? form.stopPrice : form.stopLimitPrice;
  return resultOf(tradeAtPrice(price, form, world), form, world);
}

function resultOf(trade: Trade | null, form: OrderForm, { scale }: FormWorld): Estimate {
  if (trade === null || trade.lots === 0) return unknown;
  const baseUnits = BigInt(trade.lots) * BigInt(scale.unitsPerLot);
  const received = form.side === 'buy' ? baseUnits : trade.notional;
  const fee = feeUp(received, scale.takerFeePpm);
  const places = form.side === 'buy' ? scale.baseDecimals : scale.quoteDecimals;
  return {
    fee: exact(fee, places),
    receive: exact(received - fee, places),
    quantity: exact(baseUnits, scale.baseDecimals),
    amount: exact(trade.notional, scale.quoteDecimals),
    walk: trade.walk ? { ...averageOf(trade, trade.walk.bestTicks, scale), isPartial: trade.walk.isPartial } : null,
  };
}

/** The average price, as the order will show it, and its distance from the best price in parts per million. */
function averageOf({ lots, notional }: Trade, bestTicks: number, scale: MarketScale) {
  const quantity = { units: BigInt(lots) * BigInt(scale.lot), places: scale.quantityPlaces };
  const perTick = BigInt(lots) * BigInt(scale.unitsPerTickLot);
  const away = notional - BigInt(bestTicks) * perTick;
  const ppm = ((away < 0n ? -away : away) * 1_000_000n) / (BigInt(bestTicks) * perTick);
  return {
    average: averagePrice({ units: notional, places: scale.quoteDecimals }, quantity, scale.pricePlaces) ?? '',
    slippage: formatUnits(Number(ppm), 6),
  };
}

/** A fee in parts per million of the amount received, rounded up to a whole unit. */
export function feeUp(received: bigint, ppm: number): bigint {
  return (received * BigInt(ppm) + 999_999n) / 1_000_000n;
}

function exact(units: bigint, places: number): string | null {
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? null : formatUnits(Number(units), places);
}

function expectedTrade(form: OrderForm, world: FormWorld): Trade | null {
  if (form.type === 'limit') return tradeAtPrice(form.price, form, world);
  // The book at the time of the trigger is unknown; the trigger price is the best guess.
  return form.isStop ? tradeAtPrice(form.stopPrice, form, world) : tradeInBook(form, world);
}

function tradeAtPrice(price: string, form: OrderForm, { scale }: FormWorld): Trade | null {
  const ticks = readTicks(price, scale);
  if (typeof ticks === 'string' || ticks === 0) return null;
  const lotCost = BigInt(ticks) * BigInt(scale.unitsPerTickLot);
  const lots = sendsAmount(form) ? affordable(form, lotCost, scale) : readLots(form.quantity, scale);
  return typeof lots === 'string' ? null : { lots, notional: BigInt(lots) * lotCost };
}

function affordable({ amount }: OrderForm, lotCost: bigint, scale: MarketScale): number | string {
  const units = readAmount(amount, scale);
  return typeof units === 'string' ? units : floorLots(BigInt(units), lotCost);
}

function tradeInBook(form: OrderForm, { scale, asks, bids }: FormWorld): Trade | null {
  const levels = withinCollar(form.side === 'buy' ? asks : bids, scale.collarPpm);
  const wish = wishOf(form, scale);
  const [best] = levels;
  if (wish === null || best === undefined) return null;
  const { exhausted, ...filled } = walkBook(levels, wish, scale.unitsPerTickLot);
  // The form reads only so many levels: more may follow.
  const isPartial = exhausted && levels.length < maxLevelsWalked && !isSpent(wish, filled.notional, levels, scale);
  return { ...filled, walk: { bestTicks: best.ticks, isPartial } };
}

function wishOf(form: OrderForm, scale: MarketScale) {
  if (!sendsAmount(form)) {
    const lots = readLots(form.quantity, scale);
    return typeof lots === 'string' ? null : { lots };
  }
  const units = readAmount(form.amount, scale);
  return typeof units === 'string' ? null : { units: BigInt(units) };
}

/** True if what is left of an amount buys no lot at the last level: then it isn't the book that ended. */
function isSpent(
  wish: { readonly lots: number } | { readonly units: bigint },
  spent: bigint,
  levels: readonly Level[],
  scale: MarketScale,
): boolean {
  if ('lots' in wish) return false;
  return wish.units - spent < BigInt(levels.at(-1)?.ticks ?? 0) * BigInt(scale.unitsPerTickLot);
}
