import { intervals } from '@fft/contract';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { candleOfRow, type CandleRow } from '../candles/candle-row.ts';
import { fillOfRow, type FillRow } from '../trades/fill-row.ts';
import { tapeLength, type MarketBoard } from './market-board.ts';
import { minutesPerDay } from './rolling-day.ts';

const dayMs = minutesPerDay * 60_000;

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
      await restoreDays(moment, board, now - dayMs);
      await restoreCandles(moment, board);
      await restoreTapes(moment, board);
    });
}

/** Restores the minutes of the last day, and the last minute before it, whose close is the day's open. */
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
