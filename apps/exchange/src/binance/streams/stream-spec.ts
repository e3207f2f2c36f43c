import { isKlineInterval, type KlineInterval } from './kline-interval.ts';
import { windowMinutes } from './ticker-streams.ts';

/** What a stream's name stands for, without its market. */
export type StreamSpec =
  | { readonly kind: 'trade' | 'aggTrade' | 'bookTicker' | 'avgPrice' }
  | { readonly kind: 'depth'; readonly everyMs: number }
  | { readonly kind: 'partialDepth'; readonly levels: number; readonly everyMs: number }
  | { readonly kind: 'kline'; readonly interval: KlineInterval; readonly offsetMs: number }
  | AllMarketsSpec;

/** What a stream of all markets stands for; each market has it, too. */
export type AllMarketsSpec =
  | { readonly kind: 'miniTicker' | 'ticker' }
  | { readonly kind: 'rollingTicker'; readonly window: string };

const plain = ['trade', 'aggTrade', 'bookTicker', 'miniTicker', 'ticker', 'avgPrice'] as const;
const depthForm = /^depth(5|10|20)?(@100ms|@1000ms)?$/;
const klineForm = /^kline_([0-9]+[smhdwM])(@\+08:00)?$/;
const tickerForm = /^ticker_(\w+)$/;
const eastMs = 8 * 3_600_000;

/** Reads the part of a name behind its symbol: `btcusdt@depth@100ms` → `depth@100ms`. Returns null for what does not exist. */
export function streamSpec(text: string): StreamSpec | null {
  for (const kind of plain) if (text === kind) return { kind };
  const depth = depthForm.exec(text);
  if (depth) {
    const everyMs = depth[2] === '@100ms' ? 100 : 1_000;
    return depth[1] === undefined
      ? { kind: 'depth', everyMs }
      : { kind: 'partialDepth', levels: Number(depth[1]), everyMs };
  }
  const [, interval = '', offset] = klineForm.exec(text) ?? [];
  if (isKlineInterval(interval)) return { kind: 'kline', interval, offsetMs: offset === undefined ? 0 : eastMs };
  return rolling(text);
}

/** Reads the name of a stream of all markets: `!miniTicker@arr`. */
export function allMarketsSpec(name: string): AllMarketsSpec | null {
  if (name === '!miniTicker@arr') return { kind: 'miniTicker' };
  if (name === '!ticker@arr') return { kind: 'ticker' };
  return name.startsWith('!') && name.endsWith('@arr') ? rolling(name.slice(1, -'@arr'.length)) : null;
}

function rolling(text: string): AllMarketsSpec | null {
  const [, window = ''] = tickerForm.exec(text) ?? [];
  return windowMinutes.has(window) ? { kind: 'rollingTicker', window } : null;
}
