import { sql, type Kysely } from 'kysely';

/**
 * Candles of every interval, written with the fills and moved on with them. Sums are `numeric`: a month's turnover in the smallest units passes what a
 * `bigint` is sure to hold. Fills that were there before are folded here, once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table candles (
      market int not null,
      interval text not null,
      time bigint not null,
      open_ticks bigint not null,
      high_ticks bigint not null,
      low_ticks bigint not null,
      close_ticks bigint not null,
      volume_lots numeric not null,
      turnover numeric not null,
      trades bigint not null,
      primary key (market, interval, time)
    ) with (fillfactor = 80)`.execute(db);
  await sql`
    insert into candles
    select market, interval, start, (array_agg(price_ticks order by trade_number))[1], max(price_ticks), min(price_ticks),
      (array_agg(price_ticks order by trade_number desc))[1], sum(quantity_lots), sum(notional), count(*)
    from fills cross join lateral (values
      ('1m', time - time % 60000),
      ('5m', time - time % 300000),
      ('15m', time - time % 900000),
      ('30m', time - time % 1800000),
      ('1h', time - time % 3600000),
      ('4h', time - time % 14400000),
      ('1d', time - time % 86400000),
      ('1w', (extract(epoch from date_trunc('week', to_timestamp(time / 1000) at time zone 'UTC')) * 1000)::bigint),
      ('1M', (extract(epoch from date_trunc('month', to_timestamp(time / 1000) at time zone 'UTC')) * 1000)::bigint)
    ) as starts (interval, start)
    group by market, interval, start`.execute(db);
}
