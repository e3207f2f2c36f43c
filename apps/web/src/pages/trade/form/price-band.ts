import { priceText, readTicks, type MarketScale } from '../../../features/orders/market-scale.ts';
import type { FormWorld, OrderForm } from './order-form.ts';
import { floorPpm } from './walk-book.ts';

/** The limit prices that the market accepts. */
export interface PriceBand {
  readonly min: string;
  readonly max: string;
  readonly contains: (price: string) => boolean;
}

/** The band of the order's limit price: around the last price; a stop's around its trigger. Null if there is none, or its centre is unknown. */
export function bandOf(form: OrderForm, world: FormWorld): PriceBand | null {
  if (form.type !== 'limit') return null;
  return form.isStop
    ? bandAround(readTicks(form.stopPrice, world.scale), world.scale)
    : bandAround(world.lastTicks, world.scale);
}

/** The band of the limit price that a pair's stop has. */
export function stopBandOf({ isPair, stopPrice, stopLimitPrice }: OrderForm, { scale }: FormWorld): PriceBand | null {
  return isPair && stopLimitPrice !== '' ? bandAround(readTicks(stopPrice, scale), scale) : null;
}

function bandAround(centre: number | string, scale: MarketScale): PriceBand | null {
  if (typeof centre === 'string' || centre === 0 || scale.bandPpm === 0) return null;
  const reach = floorPpm(centre, scale.bandPpm);
  return {
    min: priceText(Math.max(1, centre - reach), scale),
    max: priceText(centre + reach, scale),
    contains(price) {
      const ticks = readTicks(price, scale);
      return typeof ticks === 'string' || ticks === 0 || Math.abs(ticks - centre) <= reach;
    },
  };
}

/** From this distance on, a limit order that crosses the book is worth a warning. */
const crossingPpm = 10_000;

/** Distance of a plain limit price beyond the best opposite price, in parts per million; null if that is worth no warning. */
export function crossingOf(form: OrderForm, best: string | undefined, scale: MarketScale): number | null {
  const { type, isStop, isPair, postOnly, side, price } = form;
  if (type !== 'limit' || isStop || isPair || postOnly || best === undefined) return null;
  const [ticks, bestTicks] = [readTicks(price, scale), readTicks(best, scale)];
  if (typeof ticks === 'string' || typeof bestTicks === 'string' || ticks === 0 || bestTicks === 0) return null;
  const beyond = side === 'buy' ? ticks - bestTicks : bestTicks - ticks;
  const ppm = Math.floor((beyond / bestTicks) * 1_000_000);
  return ppm > crossingPpm ? ppm : null;
}
