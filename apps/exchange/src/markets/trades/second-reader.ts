import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { flatCandle, type Candle } from '../../ledger/projection/candle.ts';
import { candleOfRow, type CandleRow } from '../candles/candle-row.ts';
import type { TradeReader } from './trade-reader.ts';

const secondMs = 1_000;

export interface SecondRange {
  /** Starts of the first and the last second. */
  readonly from: number;
  readonly last: number;
  /** Which seconds are left where there are more trades than a call may read: the newest, or the oldest. */
  readonly isNewest: boolean;
}

/** Trades that one call reads at most, beside those of a single second. */
const maxTrades = 10_000;

/** Reads candles of a second, which are not stored, from the trades: one per second from the first trade on. */
export interface SecondReader {
  page(market: number, range: SecondRange): Promise<readonly Candle[]>;
}

export function createSecondReader(db: Kysely<Tables>, trades: Pick<TradeReader, 'numberAt' | 'from'>): SecondReader {
  return {
    page: async (market, asked) => {
      const { from, last, first, end } = await boundedRange(trades, market, asked);
      const [before] = await trades.from(market, Math.max(1, first - 1), 1);
      const { rows } = await sql<CandleRow>`
        select market, '1s' as interval, time / ${secondMs} * ${secondMs} as time,
          (array_agg(price_ticks order by trade_number))[1] as open_ticks,
          max(price_ticks) as high_ticks, min(price_ticks) as low_ticks,
          (array_agg(price_ticks order by trade_number desc))[1] as close_ticks,
          sum(quantity_lots)::text as volume_lots, sum(notional)::text as turnover, count(*)::int as trades,
          coalesce(sum(quantity_lots) filter (where taker_side = 'buy'), 0)::text as taker_buy_lots,
          coalesce(sum(notional) filter (where taker_side = 'buy'), 0)::text as taker_buy_turnover
        from fills where market = ${market} and trade_number >= ${first} and trade_number < ${end}
          and time >= ${from}::bigint and time < ${last + secondMs}::bigint
        group by market, 3 order by 3`.execute(db);
      const traded = new Map(rows.map((row) => [row.time, candleOfRow(row)]));
      const seconds: Candle[] = [];
      let close = first > 1 ? (before?.priceTicks ?? null) : null;
      for (let time = from; time <= last; time += secondMs) {
        const candle = traded.get(time) ?? (close === null ? null : flatCandle(time, close));
        if (candle) seconds.push(candle);
        close = candle?.closeTicks ?? close;
      }
      return seconds;
    },
  };
}

/** A range of seconds, with the numbers of its first trade and of the one behind its last. */
interface TradedRange {
  readonly from: number;
  readonly last: number;
  readonly first: number;
  readonly end: number;
}

/** Cuts a range with too many trades to whole seconds, at least one that traded. */
async function boundedRange(
  trades: Pick<TradeReader, 'numberAt' | 'from'>,
  market: number,
  { from, last, isNewest }: SecondRange,
): Promise<TradedRange> {
  const first = await trades.numberAt(market, from);
  const end = await trades.numberAt(market, last + secondMs);
  if (end - first <= maxTrades) return { from, last, first, end };
  const secondOf = async (number: number): Promise<number> => {
    const [fill] = await trades.from(market, number, 1);
    return Math.floor((fill?.time ?? 0) / secondMs) * secondMs;
  };
  if (isNewest) {
    // The second of the trade beyond the bound is cut, unless it is the newest one.
    const cut = (await secondOf(end - 1 - maxTrades)) + secondMs;
    const begin = Math.min(cut, await secondOf(end - 1));
    return { from: begin, last, first: await trades.numberAt(market, begin), end };
  }
  const cut = (await secondOf(first + maxTrades)) - secondMs;
  const until = Math.max(cut, await secondOf(first));
  return { from, last: until, first, end: await trades.numberAt(market, until + secondMs) };
}
