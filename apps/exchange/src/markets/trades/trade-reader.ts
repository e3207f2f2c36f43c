import type { Fill } from '@fft/engine';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Projector } from '../../ledger/projection/projector.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { MarketBoard } from '../tickers/market-board.ts';
import { fillOfRow } from './fill-row.ts';

export interface TradeReaderOptions {
  readonly db: Kysely<Tables>;
  readonly board: Pick<MarketBoard, 'trades' | 'lastTrade'>;
  readonly host: Pick<EngineHost, 'sequence'>;
  readonly projector: Pick<Projector, 'reached'>;
}

/** Reads a market's public trades, oldest first. Their numbers begin at 1 and have no gaps. */
export class TradeReader {
  readonly #options: TradeReaderOptions;

  constructor(options: TradeReaderOptions) {
    this.#options = options;
  }

  /** The newest trades: of memory if it has them all, else of the tables. */
  async latest(market: number, limit: number): Promise<readonly Fill[]> {
    const tape = this.#options.board.trades(market).toReversed();
    if (tape.length >= limit) return tape.slice(-limit);
    const last = tape.at(-1)?.tradeNumber ?? 0;
    return tape[0]?.tradeNumber === 1 ? tape : this.from(market, last - limit + 1, limit);
  }

  /** Trades from a number on. */
  async from(market: number, number: number, limit: number): Promise<readonly Fill[]> {
    const { db, board, host, projector } = this.#options;
    const last = board.lastTrade(market)?.tradeNumber ?? 0;
    if (number > last || limit <= 0) return [];
    await projector.reached(host.sequence);
    const rows = await db
      .selectFrom('fills')
      .selectAll()
      .where('market', '=', market)
      .where('trade_number', '>=', number)
      .orderBy('trade_number')
      .limit(limit)
      .execute();
    return rows.map(fillOfRow);
  }

  /** The number of the first trade at this time or later: one more than the last one's if there is none. */
  async numberAt(market: number, time: number): Promise<number> {
    const { db, board, host, projector } = this.#options;
    const end = (board.lastTrade(market)?.tradeNumber ?? 0) + 1;
    if (time === Infinity) return end;
    await projector.reached(host.sequence);
    // By halves, in one statement: no index is by market and time, and a plan for all partitions is made once.
    const { rows } = await sql<{ low: string }>`
      with recursive search (low, high) as (
        select 1::bigint, ${end}::bigint
        union all
        -- The earliest trades may be archived.
        select case when coalesce(found.time, -1) < ${time}::bigint then middle + 1 else low end,
          case when coalesce(found.time, -1) < ${time}::bigint then high else middle end
        from (select low, high, (low + high) / 2 as middle from search where low < high) as half
        left join lateral (
          select time from fills where market = ${market} and trade_number = middle limit 1
        ) as found on true
      )
      select low from search where low = high`.execute(db);
    return Number(rows[0]?.low ?? end);
  }
}
