import { candleAfter, candleStart, type Interval } from '@fft/contract';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Projector } from '../../ledger/projection/projector.ts';
import { candleOfRow, type CandleRow } from './candle-row.ts';
import { flatCandle, type Candle } from '../../ledger/projection/candle.ts';
import type { MarketBoard } from '../tickers/market-board.ts';

export interface CandleQuery {
  readonly market: number;
  readonly interval: Interval;
  /** Bounds of the candles' start times in ms, both included. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

export interface CandleReaderOptions {
  readonly db: Kysely<Tables>;
  readonly board: Pick<MarketBoard, 'candles'>;
  readonly projector: Pick<Projector, 'reached'>;
  readonly now: () => number;
}

/** A range of consecutive candles, both ends included. */
interface CandleRange {
  readonly first: number;
  readonly last: number;
}

/** Reads series of candles: closed ones from the tables, the running one from memory, and flat ones for intervals without trades. */
export class CandleReader {
  readonly #options: CandleReaderOptions;

  constructor(options: CandleReaderOptions) {
    this.#options = options;
  }

  /** Returns the newest `limit` candles within the query's bounds, oldest first, one per interval from the first trade to now. */
  async page(query: CandleQuery): Promise<Candle[]> {
    const { board, projector, now } = this.#options;
    const latest = board.candles.latest(query.market, query.interval);
    if (!latest) return [];
    const range = rangeOf(query, Math.max(latest.running.time, candleStart(query.interval, now())));
    if (range.first > range.last) return [];
    // Then the tables have all candles before the running one; usually they have had them for long.
    await projector.reached(latest.openedBy);
    const rows = range.first > latest.running.time ? [] : await this.#rows(query, range);
    const closed = rows.map(candleOfRow).filter(({ time }) => time < latest.running.time);
    return filled([...closed, latest.running], query.interval, range);
  }

  /** Reads the candles of a range that had trades, and the last one before it. */
  async #rows({ market, interval }: CandleQuery, { first, last }: CandleRange): Promise<CandleRow[]> {
    const { rows } = await sql<CandleRow>`
      (select * from candles where market = ${market} and interval = ${interval} and time < ${first} order by time desc limit 1)
      union all
      (select * from candles where market = ${market} and interval = ${interval} and time between ${first} and ${last})
      order by time
    `.execute(this.#options.db);
    return rows;
  }
}

function rangeOf({ interval, from, to, limit }: CandleQuery, newest: number): CandleRange {
  const last = Math.min(candleStart(interval, to), newest);
  const start = candleStart(interval, from);
  const earliest = start < from ? candleAfter(interval, start) : start;
  return { first: Math.max(earliest, candleAfter(interval, last, 1 - limit)), last };
}

/** Returns one candle per interval of the range, none before the first trade. `traded` has the range's candles and the last one before, in order of time. */
function filled(traded: readonly Candle[], interval: Interval, { first, last }: CandleRange): Candle[] {
  const candles: Candle[] = [];
  let next = 0;
  let before: Candle | undefined;
  for (let time = first; time <= last; time = candleAfter(interval, time)) {
    for (; (traded[next]?.time ?? Infinity) <= time; next++) before = traded[next];
    if (before?.time === time) candles.push(before);
    else if (before) candles.push(flatCandle(time, before.closeTicks));
  }
  return candles;
}
