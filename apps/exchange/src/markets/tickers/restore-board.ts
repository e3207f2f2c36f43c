import { intervals } from '@fft/contract';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { candleOfRow, type CandleRow } from '../candles/candle-row.ts';
import { fillOfRow, type FillRow } from '../trades/fill-row.ts';
import { tapeLength, type MarketBoard } from './market-board.ts';
import { keptMs } from './rolling-day.ts';

const minuteMs = 60_000;
/** The minutes that have the last five, whole ones. */
const recentMs = 6 * minuteMs;

/** Every market that ever traded: each has a few candles of this interval. */
const traded = sql`(select distinct market from candles where interval = '1M') as traded`;

/** Fills an empty board from one consistent state of the tables, and starts it after that state's journal entry. */
export async function restoreBoard(db: Kysely<Tables>, board: MarketBoard, now: number): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (moment) => {
      const position = await moment.selectFrom('projection').select('sequence').executeTakeFirst();
      board.beginAfter(position?.sequence ?? 0);
      await restoreDays(moment, board, now - keptMs);
      await restoreCandles(moment, board);
      await restoreRecent(moment, board, now - recentMs);
      await restoreTapes(moment, board);
    });
}

/** Restores the minutes of the last day, and the last minute before it, whose close is the price at the day's start. */
async function restoreDays(moment: Transaction<Tables>, board: MarketBoard, since: number): Promise<void> {
  const { rows } = await sql<CandleRow>`
    select day.* from ${traded} cross join lateral (
      (select * from candles where market = traded.market and interval = '1m' and time < ${since} order by time desc limit 1)
      union all
      (select * from candles where market = traded.market and interval = '1m' and time >= ${since})
    ) as day order by market, time`.execute(moment);
  for (const row of rows) board.addToDay({ market: row.market, ...candleOfRow(row) });
}

async function restoreCandles(moment: Transaction<Tables>, board: MarketBoard): Promise<void> {
  const { rows } = await sql<CandleRow>`
    select latest.* from ${traded} cross join unnest(${[...intervals]}::text[]) as each (interval) cross join lateral (
      select * from candles where market = traded.market and interval = each.interval order by time desc limit 2
    ) as latest order by market, interval, time desc`.execute(moment);
  for (const [running, previous] of Map.groupBy(rows, seriesOf).values()) {
    if (!running) continue;
    board.candles.restore(running.market, running.interval, {
      previous: previous ? candleOfRow(previous) : null,
      running: candleOfRow(running),
      openedBy: 0,
    });
  }
}

function seriesOf({ market, interval }: CandleRow): string {
  return `${market} ${interval}`;
}

async function restoreTapes(moment: Transaction<Tables>, board: MarketBoard): Promise<void> {
  const { rows } = await sql<FillRow>`
    select tape.* from ${traded} cross join lateral (
      select * from fills where market = traded.market order by trade_number desc limit ${tapeLength}
    ) as tape order by market, trade_number`.execute(moment);
  for (const row of rows) board.addToTape(fillOfRow(row));
}

interface RecentRow {
  readonly market: number;
  readonly time: number;
  readonly lots: string;
  readonly turnover: string;
}

/** Restores the last minutes' trades. No index is by time: their candles say how many there are. */
async function restoreRecent(moment: Transaction<Tables>, board: MarketBoard, since: number): Promise<void> {
  const { rows } = await sql<RecentRow>`
    select fills.market, fills.time, sum(quantity_lots)::text as lots, sum(notional)::text as turnover
    from ${traded}
    cross join lateral (
      select sum(trades)::bigint as trades from candles where market = traded.market and interval = '1m' and time >= ${since}
    ) as recent
    cross join lateral (
      select market, time, quantity_lots, notional from fills
      where market = traded.market and recent.trades > 0 order by trade_number desc limit recent.trades
    ) as fills
    group by fills.market, fills.time order by fills.market, fills.time`.execute(moment);
  for (const { market, time, lots, turnover } of rows) {
    board.addToRecent(market, { time, volumeLots: BigInt(lots), turnover: BigInt(turnover) });
  }
}
