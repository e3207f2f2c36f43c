import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Projector } from '../../ledger/projection/projector.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';

/** What one taker order traded at one price in consecutive trades. */
export interface TradeAggregate {
  readonly firstTrade: number;
  readonly lastTrade: number;
  /** Of the first trade. */
  readonly time: number;
  readonly takerSide: 'buy' | 'sell';
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/** Reads aggregate trades, oldest first. The database joins them, so this thread receives one row each. */
export interface AggregateReader {
  /** The first ones from a trade on, of trades before `end`. Fewer than the limit where more trades would have to be read than a call may cost. */
  from(market: number, number: number, page: Page): Promise<readonly TradeAggregate[]>;
  /** The newest ones before this trade. */
  before(market: number, end: number, limit: number): Promise<readonly TradeAggregate[]>;
}

export interface Page {
  readonly end: number;
  readonly limit: number;
}

/** Trades that one call reads at most: ten times those of the largest order. */
const maxTrades = 10_000;

export interface AggregateReaderOptions {
  readonly db: Kysely<Tables>;
  readonly projector: Pick<Projector, 'reached'>;
  readonly host: Pick<EngineHost, 'sequence'>;
}

export function createAggregateReader({ db, projector, host }: AggregateReaderOptions): AggregateReader {
  const joined = async (market: number, begin: number, end: number): Promise<readonly TradeAggregate[]> => {
    if (begin >= end) return [];
    await projector.reached(host.sequence);
    const { rows } = await sql<TradeAggregate>`
      with trade as (
        select trade_number, time, taker_side, price_ticks, quantity_lots, taker_order from fills
        where market = ${market} and trade_number >= ${begin} and trade_number < ${end}
      ), marked as (
        select trade.*, (taker_order, price_ticks) is distinct from
          (lag(taker_order) over numbered, lag(price_ticks) over numbered) as begins
        from trade window numbered as (order by trade_number)
      ), grouped as (
        select marked.*, count(*) filter (where begins) over (order by trade_number) as place from marked
      )
      select min(trade_number) as "firstTrade", max(trade_number) as "lastTrade", min(time) as time,
        min(taker_side) as "takerSide", min(price_ticks) as "priceTicks", sum(quantity_lots)::bigint as "quantityLots"
      from grouped group by place order by place`.execute(db);
    return rows;
  };
  return {
    from: async (market, number, { end, limit }) => {
      // The trade before shows if `number` is within an aggregate, which began earlier then.
      const begin = Math.max(1, number - 1);
      for (const size of [2 * limit + 2, maxTrades]) {
        const upTo = Math.min(end, begin + size);
        const all = await joined(market, begin, upTo);
        // The last one may go on behind what was read.
        const whole = upTo < end ? all.slice(0, -1) : all;
        const found = whole.filter(({ firstTrade }) => firstTrade >= number);
        if (found.length >= limit || upTo === end || size === maxTrades) return found.slice(0, limit);
      }
      return [];
    },
    before: async (market, end, limit) => {
      for (const size of [2 * limit + 2, maxTrades]) {
        const begin = Math.max(1, end - size);
        const all = await joined(market, begin, end);
        // The first one may have begun before what was read.
        const whole = begin > 1 ? all.slice(1) : all;
        if (whole.length >= limit || begin === 1 || size === maxTrades) return whole.slice(-limit);
      }
      return [];
    },
  };
}
