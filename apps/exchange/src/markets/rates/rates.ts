import { sql, type Kysely, type Transaction } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import { publishEvent, type EventBus } from '../../database/event-bus.ts';
import type { Tables } from '../../database/tables.ts';
import { rateSeeds } from '../../ledger/listings/seeds.ts';
import type { Valuation } from '../prices/valuation.ts';
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

interface RateAct {
  readonly unit: string;
  readonly operator: string;
  readonly time: number;
}

interface RateChange extends RateAct {
  /** The worth of one USDT in the currency. */
  readonly perUsdt: string;
  /** True if two operators agreed: one alone may only change a rate by little a day, and may not add one. */
  readonly isAgreed: boolean;
}

/** Operators' control of rates. */
export function createRateBook({ db, isListedCoin }: ReadRatesOptions) {
  return {
    problemOf: (unit: string, perUsdt: string) => {
      if (!isFiatCode(unit, isListedCoin)) return 'rateOfCoin';
      return rateUnits(perUsdt) === null ? 'rateMalformed' : null;
    },
    isNeeded: (unit: string) => needed.includes(unit),
    set: (change: RateChange) => setRate(db, change),
    remove: (act: RateAct) => removeRate(db, act),
  } as const;
}

/** Every process receives the change. False if it needs a second operator. */
async function setRate(db: Kysely<Tables>, change: RateChange): Promise<boolean> {
  const { unit, perUsdt, isAgreed } = change;
  const units = rateUnits(perUsdt);
  if (units === null) throw new Error(`${perUsdt} is not a rate`);
  return db.transaction().execute(async (transaction) => {
    const before = await currentRate(transaction, unit);
    if (!isAgreed && !isNear(units, await rateOfLate(transaction, change, before))) return false;
    await transaction
      .insertInto('rates')
      .values({ unit, per_usdt: perUsdt })
      .onConflict((conflict) => conflict.column('unit').doUpdateSet({ per_usdt: perUsdt }))
      .execute();
    await note(transaction, change, { before, after: perUsdt });
    return true;
  });
}

/** Removes a rate, or a row that cannot be one. False if there is none. */
async function removeRate(db: Kysely<Tables>, act: RateAct): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const before = await currentRate(transaction, act.unit);
    if (before === null) return false;
    await transaction.deleteFrom('rates').where('unit', '=', act.unit).execute();
    await note(transaction, act, { before, after: null });
    return true;
  });
}

/** Serializes changes of a rate: two small concurrent ones would be a large one. */
async function currentRate(transaction: Transaction<Tables>, unit: string): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rate ${unit}`}, 0))`.execute(transaction);
  const row = await transaction.selectFrom('rates').select('per_usdt').where('unit', '=', unit).executeTakeFirst();
  return row?.per_usdt ?? null;
}

/** Returns every value of a rate within a day; none if there is no rate now. */
async function rateOfLate(
  transaction: Transaction<Tables>,
  { unit, time }: RateAct,
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

async function note(
  transaction: Transaction<Tables>,
  { unit, operator, time }: RateAct,
  { before, after }: { readonly before: string | null; readonly after: string | null },
): Promise<void> {
  await transaction.insertInto('rate_changes').values({ unit, before, after, operator, time }).execute();
  const act = { time, operator, act: after === null ? 'rate.remove' : 'rate.set', target: `rate ${unit}` };
  await writeAudit(transaction, { ...act, before, after });
  await publishEvent(transaction, { kind: 'rateSet' });
}
