import type { Interval } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { formatUsdt, type Valuation } from '../../assets/prices/valuation.ts';

export interface TurnoverOptions {
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly valuation: Valuation;
}

export interface TurnoverPoint {
  readonly time: number;
  readonly usdt: string;
}

/** Steps that give a chart of about 24 to 42 points. */
function intervalFor(hours: number): Interval {
  if (hours <= 6) return '15m';
  if (hours <= 24) return '1h';
  return hours <= 168 ? '4h' : '1d';
}

/** Traded volume of all markets in each step of the last hours, at today's prices. Computed from candles, so it reaches back to the first trade. */
export async function readTurnover(
  { db, directory, valuation }: TurnoverOptions,
  hours: number,
  now: number,
): Promise<TurnoverPoint[]> {
  const rows = await db
    .selectFrom('candles')
    .select(['market', 'time', 'turnover'])
    .where('interval', '=', intervalFor(hours))
    .where('time', '>', now - hours * 3_600_000)
    .orderBy('time')
    .execute();
  const quotes = new Map(directory.markets().map((view) => [view.id, view.quote.code]));
  const sums = new Map<number, bigint>();
  for (const { market, time, turnover } of rows) {
    const worth = valuation.usdtUnits(quotes.get(market) ?? '', BigInt(turnover)) ?? 0n;
    sums.set(time, (sums.get(time) ?? 0n) + worth);
  }
  return [...sums].map(([time, units]) => ({ time, usdt: formatUsdt(units) }));
}
