import type { Random } from '../faults/random.ts';
import { cut, exact, one, share, textOf } from './exact.ts';
import type { OrderFields, SymbolFilter } from './judge.ts';

/** Steps and bounds of a symbol, from its filters. */
export interface Scale {
  readonly tick: bigint;
  readonly maxPrice: bigint;
  readonly step: bigint;
  readonly maxQty: bigint;
  readonly minNotional: bigint;
  readonly maxNotional: bigint;
  /** Parts per million. */
  readonly band: number;
  /** The smallest unit of the quote coin. */
  readonly quoteUnit: bigint;
}

export function scaleOf(filters: readonly SymbolFilter[], quotePrecision: number): Scale {
  const figure = (filterType: string, name: string): string =>
    String(filters.find((filter) => filter.filterType === filterType)?.[name]);
  return {
    tick: exact(figure('PRICE_FILTER', 'tickSize')),
    maxPrice: exact(figure('PRICE_FILTER', 'maxPrice')),
    step: exact(figure('LOT_SIZE', 'stepSize')),
    maxQty: exact(figure('LOT_SIZE', 'maxQty')),
    minNotional: exact(figure('NOTIONAL', 'minNotional')),
    maxNotional: exact(figure('NOTIONAL', 'maxNotional')),
    band: (Number(figure('PERCENT_PRICE_BY_SIDE', 'bidMultiplierUp')) - 1) * 1_000_000,
    quoteUnit: one / 10n ** BigInt(quotePrecision),
  };
}

interface Market {
  readonly scale: Scale;
  readonly last: string;
}

/** An order of this type: most fit all filters, the others lie at or beyond the bounds of some. */
export function randomOrder(random: Random, type: string, { scale, last }: Market): OrderFields {
  const side = random.oneIn(2) ? 'BUY' : 'SELL';
  const now = exact(last);
  if (type === 'MARKET' && random.oneIn(3)) {
    return { side, type, quoteOrderQty: textOf(cut(worth(random, scale), scale.quoteUnit) || scale.quoteUnit) };
  }
  const isStop = type.startsWith('STOP') || type.startsWith('TAKE');
  const stop = isStop ? stopOf(random, { side, type, now, scale }) : null;
  const price = type.includes('LIMIT') ? priceNear(random, { centre: stop ?? now, scale }) : null;
  const quantity = quantityOf(random, price ?? stop ?? now, scale);
  return {
    side,
    type,
    quantity: textOf(quantity),
    ...(price !== null && { price: textOf(price) }),
    ...(stop !== null && { stopPrice: textOf(stop) }),
    ...(price !== null && restOf(random, { type, quantity, scale })),
  };
}

interface Rest {
  readonly type: string;
  readonly quantity: bigint;
  readonly scale: Scale;
}

/** How long an order with a price stays, and how much of it the book shows. */
function restOf(random: Random, { type, quantity, scale }: Rest): Pick<OrderFields, 'timeInForce' | 'icebergQty'> {
  const isMaker = type === 'LIMIT_MAKER';
  const timeInForce = isMaker ? 'GTC' : random.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK']);
  const iceberg = timeInForce === 'GTC' && random.oneIn(2) ? icebergOf(random, quantity, scale) : null;
  return { ...(!isMaker && { timeInForce }), ...(iceberg !== null && { icebergQty: textOf(iceberg) }) };
}

interface StopWish {
  readonly side: 'BUY' | 'SELL';
  readonly type: string;
  readonly now: bigint;
  readonly scale: Scale;
}

/** Mostly on the side where the stop waits, and never as near as the market's own trades come. */
function stopOf(random: Random, { side, type, now, scale }: StopWish): bigint {
  const isRising = type.startsWith('STOP') === (side === 'BUY');
  const away = share(now, 5_000 + random.below(350_000));
  const waits = !random.oneIn(12);
  const at = isRising === waits ? now + away : now - away;
  return oddly(random, at, { step: scale.tick, most: scale.maxPrice });
}

function priceNear(random: Random, { centre, scale }: { centre: bigint; scale: Scale }): bigint {
  const edge = share(centre, scale.band);
  const distance = random.pick<() => bigint>([
    () => share(edge, random.below(900_000)),
    () => share(edge, random.below(900_000)),
    () => share(edge, random.below(10_000)),
    () => edge,
    () => edge + scale.tick,
    () => edge + share(centre, random.below(600_000)),
  ])();
  const price = random.oneIn(2) ? centre + distance : centre - distance;
  return oddly(random, price, { step: scale.tick, most: scale.maxPrice });
}

/** From a third of the least to beyond the largest, evenly by its magnitude; most are moderate. */
function worth(random: Random, { minNotional, maxNotional }: Scale): bigint {
  const magnitudes = random.oneIn(5) ? Math.log10(Number(maxNotional / minNotional)) + 1.5 : 3;
  return share(minNotional / 3n, 1_000_000 * 10 ** (random.fraction() * magnitudes));
}

function quantityOf(random: Random, price: bigint, scale: Scale): bigint {
  const exactly = random.oneIn(6) ? scale.minNotional : worth(random, scale);
  const lots = price === 0n ? 1n : (exactly * one) / price / scale.step;
  const quantity = (lots + BigInt(random.below(2))) * scale.step;
  return oddly(random, quantity, { step: scale.step, most: scale.maxQty });
}

/** Around the most parts that are allowed, which is about a hundred. */
function icebergOf(random: Random, quantity: bigint, { step }: Scale): bigint | null {
  const parts = BigInt(random.pick([2, 7, 50, 99, 100, 101, 150]));
  const shown = cut(quantity / parts, step) + (random.oneIn(3) ? step : 0n);
  const given = random.oneIn(15) ? shown + step / 2n : shown;
  return given === 0n || given > quantity ? null : given;
}

/** A multiple of the step, or now and then what the bounds exclude. */
function oddly(random: Random, units: bigint, { step, most }: { step: bigint; most: bigint }): bigint {
  const whole = units < step ? step : cut(units, step);
  if (!random.oneIn(15)) return whole;
  return random.pick([whole + step / 2n, 0n, cut(most, step), cut(most, step) + step]);
}
