import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { candlesOf } from '../../ledger/projection/candle.ts';
import type { Projector } from '../../ledger/projection/projector.ts';
import type { ReadHours } from './kline-source.ts';

export interface ReadHoursOptions {
  readonly db: Kysely<Tables>;
  readonly projector: Pick<Projector, 'reached'>;
  /** Number of the last journal entry applied. */
  readonly sequence: () => number;
}

/** Joins the hours of a range once the tables have everything that is applied now. */
export function createReadHours({ db, projector, sequence }: ReadHoursOptions): ReadHours {
  return async (market, from, to) => {
    await projector.reached(sequence());
    const rows = await db
      .selectFrom('candles')
      .selectAll()
      .where('market', '=', market)
      .where('interval', '=', '1h')
      .where('time', '>=', from)
      .where('time', '<', to)
      .orderBy('time')
      .execute();
    // They are within one month, from its first day on.
    const [whole = null] = candlesOf(
      '1M',
      rows.map((row) => ({
        market,
        time: from,
        openTicks: row.open_ticks,
        highTicks: row.high_ticks,
        lowTicks: row.low_ticks,
        closeTicks: row.close_ticks,
        volumeLots: BigInt(row.volume_lots),
        turnover: BigInt(row.turnover),
        trades: row.trades,
        takerBuyLots: BigInt(row.taker_buy_lots),
        takerBuyTurnover: BigInt(row.taker_buy_turnover),
      })),
    );
    return whole;
  };
}
