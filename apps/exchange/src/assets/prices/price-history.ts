import { sql } from 'kysely';
import type { AnyHandle } from '../../database/rooms.ts';
import { own } from '../room.ts';
import type { TicksOf } from './valuation.ts';

/** Reads the last prices of markets at given times (ms), to the minute. */
export async function readPrices(
  handle: AnyHandle,
  markets: readonly number[],
  times: readonly number[],
): Promise<(time: number) => TicksOf> {
  const db = own(handle);
  const { rows } = await sql<{ market: number; at: number; ticks: number }>`
    select wanted.market, wanted.at, candle.close_ticks as ticks
    from (select * from unnest(${markets}::int[]) as market, unnest(${times}::bigint[]) as at) as wanted
    cross join lateral (
      select close_ticks from candles
      where candles.market = wanted.market and interval = '1m' and time < wanted.at
      order by time desc limit 1
    ) as candle
  `.execute(db);
  const prices = new Map(rows.map(({ market, at, ticks }) => [`${market} ${at}`, ticks]));
  return (time) =>
    ({ id }) =>
      prices.get(`${id} ${time}`) ?? 0;
}
