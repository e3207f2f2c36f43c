import type { CallOutput, calls } from '@fft/contract';
import { sql } from 'kysely';
import { formatUsdt } from '../../assets/prices/valuation.ts';
import type { CountingSource } from './count-lines.ts';
import type { FiguresSource } from './figures.ts';
import { MomentPrices } from './moment-prices.ts';
import type { ProfitState } from './state.ts';

type Points = NonNullable<CallOutput<typeof calls.profit.history>['points']>;

const dayMs = 86_400_000;
/** Points of a curve, the present aside. */
const maxPoints = 120;

export interface ValueHistory {
  readonly customer: number;
  /** What was counted up to now. */
  readonly state: ProfitState;
  /** Null: since the first movement. */
  readonly days: number | null;
  readonly now: number;
}

interface Moment {
  readonly time: number;
  readonly quantities: readonly (readonly [asset: number, units: bigint])[];
  readonly invested: bigint;
}

/** Values what a customer had at the ends of days (UTC), at the prices of these moments, and now. `isWhole`: every coin had a price, and so had every movement when it was made. */
export async function valueHistory(
  { db, keeping, directory, valuation }: CountingSource & FiguresSource & { readonly keeping: CountingSource['db'] },
  { customer, state, days, now }: ValueHistory,
): Promise<{ readonly points: Points; readonly isWhole: boolean }> {
  const first = await keeping
    .selectFrom('profit_days')
    .select('day')
    .where('customer', '=', customer)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  const ends = first === undefined ? [] : endsOfDays(first.day, days, now);
  const moments = await momentsAt(keeping, customer, ends);
  const asked = moments.flatMap(({ time, quantities }) => quantities.map(([asset]) => ({ asset, time })));
  const prices = await MomentPrices.read(db, directory, asked);
  const present = {
    time: now,
    invested: state.invested,
    quantities: [...state.coins].flatMap(([asset, { quantity }]) =>
      quantity > 0n ? [[asset, quantity] as const] : [],
    ),
  };
  const past = moments.map((moment) => pointOf(moment, (asset, units) => prices.worth(asset, units, moment.time)));
  const last = pointOf(present, (asset, units) => valuation.usdtUnits(directory.asset(asset).code, units));
  const all = [...past, last];
  const isWhole = state.unknownFlows === 0 && all.every((one) => one.isWhole);
  return { points: all.map(({ point }) => point), isWhole };
}

/** The ends of the days since the first one, of every day or of as many as make a curve; the last of them is over. */
export function endsOfDays(first: number, days: number | null, now: number): readonly number[] {
  const today = Math.floor(now / dayMs) * dayMs;
  const from = days === null ? first + dayMs : Math.max(first + dayMs, today - (days - 1) * dayMs);
  const count = (today - from) / dayMs + 1;
  const step = Math.max(1, Math.ceil(count / maxPoints));
  // Counted from today, so that the last end is always there.
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => today - index * step * dayMs).toReversed();
}

async function momentsAt(
  db: CountingSource['db'],
  customer: number,
  ends: readonly number[],
): Promise<readonly Moment[]> {
  const { rows } = await sql<{ time: number; quantities: Record<string, string>; invested: string }>`
    select wanted.time, last.quantities, last.invested from unnest(${ends}::bigint[]) as wanted (time)
    cross join lateral (
      select quantities, invested from profit_days
      where customer = ${customer} and day < wanted.time order by day desc limit 1
    ) as last order by wanted.time`.execute(db);
  return rows.map(({ time, quantities, invested }) => ({
    time,
    quantities: Object.entries(quantities).map(([asset, units]) => [Number(asset), BigInt(units)]),
    invested: BigInt(invested),
  }));
}

function pointOf({ time, quantities, invested }: Moment, worthOf: (asset: number, units: bigint) => bigint | null) {
  const worths = quantities.map(([asset, units]) => worthOf(asset, units));
  const value = worths.reduce<bigint>((sum, worth) => sum + (worth ?? 0n), 0n);
  const point = { time, value: formatUsdt(value), invested: formatUsdt(invested) };
  return { point, isWhole: worths.every((worth) => worth !== null) };
}
