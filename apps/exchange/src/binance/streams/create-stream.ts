import { aggTradeStream, tradeStream } from './trade-streams.ts';
import { bookTickerStream, diffDepthStream, partialDepthStream } from './depth-streams.ts';
import { dayMs, klineEnd } from './kline-interval.ts';
import { daysSource, minuteSource, secondSource, type KlineSource, type ReadHours } from './kline-source.ts';
import { klineStream } from './kline-stream.ts';
import type { MarketStream } from './market-stream.ts';
import type { StreamParts } from './stream-parts.ts';
import type { AllMarketsSpec, StreamSpec } from './stream-spec.ts';
import { averagePrice, dayTicker, miniTicker, rollingTicker, tickerStream, type MakeTicker } from './ticker-streams.ts';

export interface CreateStreamParts extends StreamParts {
  readonly readHours: ReadHours;
  readonly onError: (error: unknown) => void;
}

/** Begins a stream of one market. */
export function createStream(parts: CreateStreamParts, spec: StreamSpec): MarketStream {
  switch (spec.kind) {
    case 'trade':
      return tradeStream(parts);
    case 'aggTrade':
      return aggTradeStream(parts);
    case 'bookTicker':
      return bookTickerStream(parts);
    case 'depth':
      return diffDepthStream(parts, spec.everyMs);
    case 'partialDepth':
      return partialDepthStream(parts, spec.levels, spec.everyMs);
    case 'kline':
      return klineStream(parts, { ...spec, source: sourceOf(parts, spec) });
    case 'avgPrice':
      return tickerStream(parts, averagePrice);
    default:
      return tickerStream(parts, tickerOf(spec));
  }
}

export function tickerOf(spec: AllMarketsSpec): MakeTicker {
  if (spec.kind === 'rollingTicker') return rollingTicker(spec.window);
  return spec.kind === 'ticker' ? dayTicker : miniTicker;
}

function sourceOf(
  parts: CreateStreamParts,
  { interval, offsetMs }: Extract<StreamSpec, { readonly kind: 'kline' }>,
): KlineSource {
  if (interval === '1s') return secondSource(parts);
  return klineEnd(interval, 0) > dayMs
    ? daysSource(parts, interval, offsetMs)
    : minuteSource(parts, interval, offsetMs);
}
