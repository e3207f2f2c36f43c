import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { happeningsOf, type Happening } from './happenings.ts';
import type { CountedOn, DayEnd } from './kept-profit.ts';
import type { LedgerLine } from './ledger-line.ts';
import type { LotQueue } from './lots.ts';
import { MomentPrices, type Moment } from './moment-prices.ts';
import { ProfitBook, type Disposal } from './profit-book.ts';
import type { Reached } from './read-lines.ts';
import type { ProfitState } from './state.ts';

const dayMs = 86_400_000;

export interface CountingSource {
  /** Where prices are read: never an older state than what was read before. */
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
}

export interface Counting {
  /** Changed by the count. */
  readonly state: ProfitState;
  /** Everything of the lines is counted up to it. */
  readonly reached: Reached;
  /** Finds at least so many units of a coin's oldest lots. */
  readonly lotsOf: (asset: number, units: bigint) => Promise<LotQueue>;
  readonly onDisposal?: (disposal: Disposal) => void;
}

/** Counts a customer's next lines, whole entries of them. @throws UnclearHistory */
export async function countLines(
  { db, directory }: CountingSource,
  lines: readonly LedgerLine[],
  { state, reached, lotsOf, onDisposal }: Counting,
): Promise<CountedOn> {
  const unit = directory.assetId('USDT') ?? -1;
  const happenings = happeningsOf(lines);
  const prices = await MomentPrices.read(
    db,
    directory,
    happenings.flatMap((one) => momentsOf(one, unit)),
  );
  const lots = new Map<number, LotQueue>();
  for (const [asset, units] of touched(happenings)) if (asset !== unit) lots.set(asset, await lotsOf(asset, units));
  const queueOf = (asset: number): LotQueue => {
    const queue = lots.get(asset);
    if (!queue) throw new Error(`the lots of asset ${asset} weren't read`);
    return queue;
  };
  const worthAt = (asset: number, units: bigint, time: number) => prices.worth(asset, units, time);
  const book = new ProfitBook({ state, lotsOf: queueOf, unit, worthAt, ...(onDisposal && { onDisposal }) });
  const days = new Map<number, DayEnd>();
  let day = -1;
  for (const happening of happenings) {
    const today = dayOf(happening.time);
    if (today !== day && day >= 0) days.set(day, dayEnd(day, state));
    day = today;
    book.add(happening);
  }
  if (day >= 0) days.set(day, dayEnd(day, state));
  const time = lines.at(-1)?.time ?? reached.time;
  return { state, reached: { ...reached, time: Math.max(reached.time, time) }, lots, days: [...days.values()] };
}

const dayOf = (time: number): number => Math.floor(time / dayMs) * dayMs;

function dayEnd(day: number, { coins, invested }: ProfitState): DayEnd {
  const held = [...coins].filter(([, { quantity }]) => quantity > 0n);
  return { day, invested, quantities: Object.fromEntries(held.map(([asset, { quantity }]) => [asset, `${quantity}`])) };
}

/** The prices that a happening needs: trades in USDT need none. */
function momentsOf(happening: Happening, unit: number): readonly Moment[] {
  const { time } = happening;
  if (happening.kind !== 'trade') return [{ asset: happening.asset, time }];
  const { base, quote } = happening;
  return base === unit || quote === unit ? [{ asset: unit, time }] : [base, quote].map((asset) => ({ asset, time }));
}

/** Every coin of these happenings, with how much of it leaves. */
function touched(happenings: readonly Happening[]): ReadonlyMap<number, bigint> {
  const units = new Map<number, bigint>();
  const leave = (asset: number, more: bigint): unknown => units.set(asset, (units.get(asset) ?? 0n) + more);
  for (const happening of happenings) {
    if (happening.kind !== 'trade') {
      leave(happening.asset, happening.kind === 'in' ? 0n : happening.units);
      continue;
    }
    const { base, quote, side, baseUnits, quoteUnits } = happening;
    leave(base, side === 'sell' ? baseUnits : 0n);
    leave(quote, side === 'buy' ? quoteUnits : 0n);
  }
  return units;
}
