import type { Fill } from '@fft/engine';
import type { TradeReader } from '../../markets/index.ts';
import { aggregated, type Aggregate } from '../streams/aggregate.ts';

/** Trades per read, and in all: an answer may have fewer rows than its limit rather than read on for long. */
const [chunk, maxTrades] = [2_000, 20_000];

/** Reads aggregate trades: what one taker traded at one price. Their ids are those of their first trades, as in the stream. */
export interface AggregateReader {
  /** The first ones from a trade on, of trades before `end`. */
  from(market: number, number: number, page: { readonly end: number; readonly limit: number }): Promise<Aggregate[]>;
  /** The newest ones before this trade. */
  before(market: number, end: number, limit: number): Promise<Aggregate[]>;
}

export function createAggregateReader(trades: Pick<TradeReader, 'from'>): AggregateReader {
  const upTo = async (market: number, number: number, end: number): Promise<readonly Fill[]> =>
    (await trades.from(market, number, Math.min(chunk, end - number))).filter(({ tradeNumber }) => tradeNumber < end);
  return {
    from: async (market, number, { end, limit }) => {
      // The trade before shows if `number` is within an aggregate, which began earlier then.
      let fills = await upTo(market, Math.max(1, number - 1), end);
      while (fills.length < maxTrades && aggregated(fills).length <= limit + 1) {
        const more = await upTo(market, (fills.at(-1)?.tradeNumber ?? end) + 1, end);
        if (more.length === 0) break;
        fills = [...fills, ...more];
      }
      return aggregated(fills)
        .filter(({ first }) => first.tradeNumber >= number)
        .slice(0, limit);
    },
    before: async (market, end, limit) => {
      let begin = end;
      let fills: readonly Fill[] = [];
      while (begin > 1 && fills.length < maxTrades && aggregated(fills).length <= limit) {
        const from = Math.max(1, begin - chunk);
        fills = [...(await upTo(market, from, begin)), ...fills];
        begin = from;
      }
      const all = aggregated(fills);
      // The first one may have begun before what was read.
      return (begin > 1 ? all.slice(1) : all).slice(-limit);
    },
  };
}
