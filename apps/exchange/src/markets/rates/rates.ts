import { sql, type Kysely, type Transaction } from 'kysely';
import type { Acting } from '../../audit/acting.ts';
import { writeAudit } from '../../audit/audit.ts';
import { publishEvent, type EventBus } from '../../database/event-bus.ts';
import type { Tables } from '../room.ts';
import { rateSeeds } from '../../ledger/listings/seeds.ts';
import { refuse } from '../refusals.ts';
import type { Valuation } from '../../assets/prices/valuation.ts';
import { isFiatCode, isNear, rateUnits } from './rate-rules.ts';

/** Currencies that every answer with a local value needs; their rates can be changed but not removed. */
const needed = ['CNY', 'USD'];
const dayMs = 86_400_000;

export interface ReadRatesOptions {
  readonly db: Kysely<Tables>;
  readonly isListedCoin: (code: string) => boolean;
}

/**
 * Reads the display rates. Ignores a row that cannot be a rate (a coin's code, too many decimals), as an older release may have written it. The seeds fill an empty
 * table, and replace an unusable row of a needed currency.
 */
export async function readRates({ db, isListedCoin }: ReadRatesOptions): Promise<Record<string, string>> {
  const seeds = Object.entries(rateSeeds).map(([unit, per_usdt]) => ({ unit, per_usdt }));
  await db
    .insertInto('rates')
    .columns(['unit', 'per_usdt'])
    .expression(
      sql`select unit, per_usdt from json_to_recordset(${JSON.stringify(seeds)}::json) as seed (unit text, per_usdt text)
        where not exists (select from rates)`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await db.selectFrom('rates').selectAll().execute();
  const good = rows.filter(({ unit, per_usdt }) => isFiatCode(unit, isListedCoin) && rateUnits(per_usdt) !== null);
  return {
    ...Object.fromEntries(needed.map((unit) => [unit, rateSeeds[unit] ?? '1'])),
    ...Object.fromEntries(good.map(({ unit, per_usdt }) => [unit, per_usdt])),
  };
}

export interface FollowRatesOptions extends ReadRatesOptions {
  readonly eventBus: EventBus;
  readonly valuation: Valuation;
  /** The current rates; changed in place. */
  readonly rates: Record<string, string>;
  readonly onError: (error: unknown) => void;
}

/** Follows rates that operators set or remove in any process. */
export function followRates({ db, isListedCoin, eventBus, valuation, rates, onError }: FollowRatesOptions): void {
  const read = async (): Promise<void> => {
    const found = await readRates({ db, isListedCoin });
    for (const unit of Object.keys(rates)) if (!Object.hasOwn(found, unit)) delete rates[unit];
    Object.assign(rates, found);
    valuation.setRates(rates);
  };
  eventBus.onEvent((event) => {
    if (event.kind === 'rateSet') read().catch(onError);
  });
  eventBus.onMissed(() => void read().catch(onError));
}

interface Rate {
  readonly unit: string;
  /** The worth of one USDT in the currency. */
  readonly perUsdt: string;
}

/** A rate that two must agree to, with the one before. */
interface RateChange extends Rate {
  readonly before?: string;
}

/** Operators' control of rates. One operator may change a rate by little a day; more, or a first rate, takes two. */
export interface RateBook {
  /** Returns what two must agree to, and null once it is done; every process receives it. @throws Refusal if there can be no such rate */
  set(rate: Rate, acting: Acting): Promise<RateChange | null>;
  /** Removes a rate, or a row that cannot be one. @throws Refusal if the app needs it, or there is none */
  remove(unit: string, operator: string): Promise<void>;
}

interface RateBookOptions extends ReadRatesOptions {
  readonly now: () => number;
}

const rateTarget = (unit: string): string => `rate ${unit}`;

export function createRateBook(options: RateBookOptions): RateBook {
  return {
    set: (rate, acting) => setRate(options, rate, acting),
    remove: (unit, operator) => removeRate(options, unit, operator),
  };
}

async function setRate(options: RateBookOptions, rate: Rate, acting: Acting): Promise<RateChange | null> {
  const { unit, perUsdt } = rate;
  const { agreement } = acting;
  const units = unitsOf(options, rate);
  agreement?.requireAbout('rate', rateTarget(unit), { unit, perUsdt });
  return options.db.transaction().execute(async (transaction) => {
    const before = await currentRate(transaction, unit);
    const time = options.now();
    if (agreement === undefined && !isNear(units, await rateOfLate(transaction, { unit, time }, before)))
      return { ...rate, ...(before !== null && { before }) };
    await transaction
      .insertInto('rates')
      .values({ unit, per_usdt: perUsdt })
      .onConflict((conflict) => conflict.column('unit').doUpdateSet({ per_usdt: perUsdt }))
      .execute();
    await note(transaction, { unit, time, acting }, { before, after: perUsdt });
    return null;
  });
}

/** @throws Refusal `badRequest`: only fiat currencies have a rate, above zero */
function unitsOf({ isListedCoin }: RateBookOptions, { unit, perUsdt }: Rate): bigint {
  if (!isFiatCode(unit, isListedCoin)) throw refuse('rateOfCoin');
  const units = rateUnits(perUsdt);
  if (units === null) throw refuse('rateMalformed');
  return units;
}

async function removeRate({ db, now }: RateBookOptions, unit: string, operator: string): Promise<void> {
  if (needed.includes(unit)) throw refuse('rateNeeded');
  await db.transaction().execute(async (transaction) => {
    const before = await currentRate(transaction, unit);
    if (before === null) throw refuse('notFound');
    await transaction.deleteFrom('rates').where('unit', '=', unit).execute();
    await note(transaction, { unit, time: now(), acting: { operator } }, { before, after: null });
  });
}

/** Serializes changes of a rate: two small concurrent ones would be a large one. */
async function currentRate(transaction: Transaction<Tables>, unit: string): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${rateTarget(unit)}, 0))`.execute(transaction);
  const row = await transaction.selectFrom('rates').select('per_usdt').where('unit', '=', unit).executeTakeFirst();
  return row?.per_usdt ?? null;
}

/** Returns every value of a rate within a day; none if there is no rate now. */
async function rateOfLate(
  transaction: Transaction<Tables>,
  { unit, time }: Omit<RateAct, 'acting'>,
  current: string | null,
): Promise<bigint[]> {
  if (current === null) return [];
  const changes = await transaction
    .selectFrom('rate_changes')
    .select('before')
    .where('unit', '=', unit)
    .where('time', '>', time - dayMs)
    .execute();
  return [current, ...changes.map(({ before }) => before)].flatMap((text) => rateUnits(text ?? '') ?? []);
}

interface RateAct {
  readonly unit: string;
  readonly time: number;
  readonly acting: Acting;
}

async function note(
  transaction: Transaction<Tables>,
  { unit, time, acting }: RateAct,
  { before, after }: { readonly before: string | null; readonly after: string | null },
): Promise<void> {
  const { operator } = acting;
  await transaction.insertInto('rate_changes').values({ unit, before, after, operator, time }).execute();
  const act = { time, operator, act: after === null ? 'rate.remove' : 'rate.set', target: rateTarget(unit) };
  await writeAudit(transaction, { ...act, before, after });
  await publishEvent(transaction, { kind: 'rateSet' });
}
