import type { Interval } from '@fft/contract';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { joined, type Candle } from '../../ledger/projection/candle.ts';
import type { Projector } from '../../ledger/projection/projector.ts';
import type { MarketBoard } from '../tickers/market-board.ts';
import { candleOfRow, type CandleRow } from './candle-row.ts';
import { piecesOf, type Piece, type Span } from '../../ledger/projection/span-pieces.ts';

/** Candles of spans that no stored interval has: of weeks in another time zone, of the last seven days. */
export interface SpanReader {
  /**
   * One candle per span, oldest span first; null for one without trades. The database joins the stored candles, so this thread receives one row a span. A
   * span that reaches into the running minute has its trades.
   */
  read(market: number, spans: readonly Span[]): Promise<readonly (Candle | null)[]>;
  /** The last price before a time; null before the first trade. */
  closeBefore(market: number, time: number): Promise<number | null>;
}

export interface SpanReaderOptions {
  readonly db: Kysely<Tables>;
  readonly board: Pick<MarketBoard, 'candles'>;
  readonly projector: Pick<Projector, 'reached'>;
}

export function createSpanReader({ db, board, projector }: SpanReaderOptions): SpanReader {
  return {
    read: async (market, spans) => {
      const grain = grainOf(spans);
      const latest = board.candles.latest(market, grain);
      if (!latest) return spans.map(() => null);
      const { running, openedBy } = latest;
      const closed = spans.map(({ from, to }) => piecesOf({ from, to: Math.min(to, running.time) }));
      // Then the tables have all candles before the running one.
      await projector.reached(openedBy);
      const stored = await readJoined(db, market, closed);
      return spans.map(({ from, to }, place) => {
        const candle = stored.get(place) ?? null;
        if (running.time < from || running.time >= to) return candle;
        return candle === null ? { ...running, time: from } : joined(candle, running);
      });
    },
    closeBefore: async (market, time) => {
      const row = await db
        .selectFrom('candles')
        .select('close_ticks')
        .where('market', '=', market)
        .where('interval', '=', '1m')
        .where('time', '<', time)
        .orderBy('time', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.close_ticks ?? null;
    },
  };
}

/** The shortest stored candle that the spans are made of. */
function grainOf(spans: readonly Span[]): Interval {
  const of = (ms: number): boolean => spans.every(({ from, to }) => from % ms === 0 && to % ms === 0);
  if (of(900_000)) return '15m';
  return '1m';
}

/** Joins each place's pieces: an index scan a piece, whatever the planner expects of their number. */
async function readJoined(
  db: Kysely<Tables>,
  market: number,
  pieces: readonly (readonly Piece[])[],
): Promise<ReadonlyMap<number, Candle>> {
  const all = pieces.flatMap((own, place) => own.map((piece) => ({ ...piece, place })));
  if (all.length === 0) return new Map();
  const { rows } = await sql<CandleRow & { place: number }>`
    select span.place, min(span.begins) as time,
      (array_agg(part.open_ticks order by part.time))[1] as open_ticks,
      max(part.high_ticks) as high_ticks, min(part.low_ticks) as low_ticks,
      (array_agg(part.close_ticks order by part.time desc))[1] as close_ticks,
      sum(part.volume_lots)::text as volume_lots, sum(part.turnover)::text as turnover, sum(part.trades)::bigint as trades,
      sum(part.taker_buy_lots)::text as taker_buy_lots, sum(part.taker_buy_turnover)::text as taker_buy_turnover
    from unnest(${all.map(({ place }) => place)}::int[], ${all.map(({ interval }) => interval)}::text[],
      ${all.map(({ from }) => from)}::bigint[], ${all.map(({ to }) => to)}::bigint[]) as span (place, interval, begins, ends)
    cross join lateral (
      select * from candles
      where market = ${market} and interval = span.interval and time >= span.begins and time < span.ends
      order by time offset 0
    ) as part
    group by span.place order by span.place`.execute(db);
  return new Map(
    rows.map((row) => [row.place, { ...candleOfRow(row), time: pieces[row.place]?.[0]?.from ?? row.time }]),
  );
}
