import { formatAmount, formatPrice, formatVolume } from '../decimals.ts';
import { klineEnd, klineStart, type KlineInterval } from './kline-interval.ts';
import type { Kline, KlineSource } from './kline-source.ts';
import { isDue, type MarketStream } from './market-stream.ts';
import type { StreamParts } from './stream-parts.ts';

/** A kline ends once the engine's time is past it, or this long after it on this process's clock. */
const graceMs = 2_000;

export interface KlineStreamOptions {
  readonly interval: KlineInterval;
  /** What days begin before those of UTC. */
  readonly offsetMs: number;
  readonly source: KlineSource;
}

/** `@kline_<interval>`: the running kline as it changes, and each kline once more when it has ended. */
export function klineStream(parts: StreamParts, { interval, offsetMs, source }: KlineStreamOptions): MarketStream {
  const { topic, view, symbol, engine, now } = parts;
  const everyMs = interval === '1s' ? 1_000 : 2_000;
  let start = klineStart(interval, now(), offsetMs);
  let isChanged = true;
  const show = (kline: Kline | null, isClosed: boolean): boolean => {
    if (kline === null) return false;
    const market = view();
    const { candle, end, firstTrade, lastTrade } = kline;
    topic.publish((at) => ({
      e: 'kline',
      E: at(now()),
      s: symbol,
      k: {
        t: at(candle.time),
        T: at(end) - 1,
        s: symbol,
        i: interval,
        f: firstTrade,
        L: lastTrade,
        o: formatPrice(market, candle.openTicks),
        c: formatPrice(market, candle.closeTicks),
        h: formatPrice(market, candle.highTicks),
        l: formatPrice(market, candle.lowTicks),
        v: formatVolume(market, candle.volumeLots),
        n: candle.trades,
        x: isClosed,
        q: formatAmount(candle.turnover, market.quote.decimals),
        V: formatVolume(market, candle.takerBuyLots),
        Q: formatAmount(candle.takerBuyTurnover, market.quote.decimals),
        B: '0',
      },
    }));
    return true;
  };
  return {
    add: (batch) => {
      source.add(batch);
      if (batch.fills.length > 0) isChanged = true;
    },
    joined: () => {
      isChanged = true;
    },
    beat: (beat) => {
      for (;;) {
        const end = klineEnd(interval, start, offsetMs);
        if (now() < end || (engine.time < end && now() < end + graceMs)) break;
        show(source.at(start), true);
        start = end;
        isChanged = true;
      }
      if (isChanged && isDue(beat, everyMs) && show(source.at(start), false)) isChanged = false;
    },
  };
}
