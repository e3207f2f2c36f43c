import { formatUnits, readAmount, readLots, readTicks } from './market-scale.ts';
import { sendsAmount, type FormWorld, type OrderForm } from './order-form.ts';
import { walkBook } from './walk-book.ts';

/** Estimated result of the order, filled now or at its limit. Amounts in plain notation, null while unknown. */
export interface Estimate {
  /** In the coin received: base for a buy, quote for a sale. The taker fee, as it is the higher one. */
  readonly fee: string | null;
  readonly receive: string | null;
  /** Quantity (base) and amount (quote) that a market order would trade. */
  readonly quantity: string | null;
  readonly amount: string | null;
}

const unknown: Estimate = { fee: null, receive: null, quantity: null, amount: null };

export function estimate(form: OrderForm, world: FormWorld): Estimate {
  const { scale } = world;
  const trade = expectedTrade(form, world);
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
  };
}

/** A fee in parts per million of the amount received, rounded up to a whole unit. */
export function feeUp(received: bigint, ppm: number): bigint {
  return (received * BigInt(ppm) + 999_999n) / 1_000_000n;
}

function exact(units: bigint, places: number): string | null {
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? null : formatUnits(Number(units), places);
}

function expectedTrade(form: OrderForm, world: FormWorld): { lots: number; notional: bigint } | null {
  const { scale } = world;
  if (sendsAmount(form)) {
    const units = readAmount(form.amount, scale);
    return typeof units === 'string' ? null : walkBook(world.asks, { units: BigInt(units) }, scale.unitsPerTickLot);
  }
  const lots = readLots(form.quantity, scale);
  if (typeof lots === 'string') return null;
  if (form.type === 'market') {
    return walkBook(form.side === 'buy' ? world.asks : world.bids, { lots }, scale.unitsPerTickLot);
  }
  const ticks = readTicks(form.price, scale);
  return typeof ticks === 'string' || ticks === 0
    ? null
    : { lots, notional: BigInt(ticks) * BigInt(lots) * BigInt(scale.unitsPerTickLot) };
}
