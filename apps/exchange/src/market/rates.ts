import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import { notifyNews, type Bulletin } from '../database/bulletin.ts';
import type { Tables } from '../database/tables.ts';
import { rateSeeds } from '../listing/seeds.ts';
import type { Valuation } from '../market-data/valuation.ts';

/** The rates that amounts are shown with; the seeds stand in where none was ever set. */
export async function readRates(db: Kysely<Tables>): Promise<Record<string, string>> {
  const seeds = Object.entries(rateSeeds).map(([unit, per_usdt]) => ({ unit, per_usdt }));
  await db
    .insertInto('rates')
    .values(seeds)
    .onConflict((conflict) => conflict.column('unit').doNothing())
    .execute();
  const rows = await db.selectFrom('rates').selectAll().execute();
  return Object.fromEntries(rows.map(({ unit, per_usdt }) => [unit, per_usdt]));
}

export interface RatesFollowed {
  readonly db: Kysely<Tables>;
  readonly bulletin: Bulletin;
  readonly valuation: Valuation;
  /** As they are; changed in place. */
  readonly rates: Record<string, string>;
  readonly onError: (error: unknown) => void;
}

/** Takes over rates that operators set, in whichever process they did. */
export function followRates({ db, bulletin, valuation, rates, onError }: RatesFollowed): void {
  const read = async (): Promise<void> => {
    for (const [unit, rate] of Object.entries(await readRates(db))) {
      rates[unit] = rate;
      valuation.setRate(unit, rate);
    }
  };
  bulletin.onNews((news) => {
    if (news.kind === 'rateSet') read().catch(onError);
  });
  bulletin.onMissed(() => void read().catch(onError));
}

export interface RateAct {
  readonly unit: string;
  readonly perUsdt: string;
  readonly operator: string;
  readonly time: number;
}

/** Sets what one USDT is worth in a currency; every process hears of it. */
export async function setRate(db: Kysely<Tables>, { unit, perUsdt, operator, time }: RateAct): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await transaction.selectFrom('rates').select('per_usdt').where('unit', '=', unit).executeTakeFirst();
    await transaction
      .insertInto('rates')
      .values({ unit, per_usdt: perUsdt })
      .onConflict((conflict) => conflict.column('unit').doUpdateSet({ per_usdt: perUsdt }))
      .execute();
    const act = { time, operator, act: 'rate.set', target: `rate ${unit}` };
    await writeAudit(transaction, { ...act, before: before?.per_usdt, after: perUsdt });
    await notifyNews(transaction, { kind: 'rateSet' });
  });
}
