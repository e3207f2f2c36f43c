import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { assignTiers, type Moved } from './tiers.ts';
import { readTurnovers, type TurnoverOptions } from './turnovers.ts';

export interface TierAssignmentOptions extends TurnoverOptions {
  readonly host: EngineHost;
  readonly projector: { reached(sequence: number): Promise<void> };
  readonly now: () => number;
}

const turnoverMs = 30 * 86_400_000;
const rowsAtOnce = 5_000;
/** Maximum number of customers named in one audit entry. */
const maxNamed = 500;

/** Assigns tiers by 30 days of trading to all customers without fees set by hand, and records the day. Another function syncs the ledger. */
export async function assignTiersByVolume(options: TierAssignmentOptions, day: string): Promise<readonly Moved[]> {
  const { db, host, projector, now } = options;
  const time = now();
  await projector.reached(host.sequence);
  const turnovers = await readTurnovers(options, time - turnoverMs);
  return db.transaction().execute(async (transaction) => {
    await adopt(transaction, host, turnovers.keys());
    await transaction.updateTable('customer_fees').set({ turnover_usdt: 0 }).where('turnover_usdt', '>', 0).execute();
    await write(transaction, [...turnovers]);
    const moved = await assignTiers(transaction);
    await transaction.insertInto('fee_days').values({ day, time, moved: moved.length }).execute();
    if (moved.length > 0) {
      const after = { moved: moved.length, customers: moved.slice(0, maxNamed) };
      await writeAudit(transaction, { time, operator: 'system', act: 'fees.look', target: `day ${day}`, after });
    }
    return moved;
  });
}

/** Fees that the ledger has and no table does were set by an operator. */
async function adopt(
  transaction: Transaction<Tables>,
  { engine }: EngineHost,
  customers: Iterable<number>,
): Promise<void> {
  const rows = await transaction.selectFrom('customer_fees').select('customer').execute();
  const known = new Set(rows.map(({ customer }) => customer));
  for (const customer of customers) {
    const own = known.has(customer) ? null : engine.feeOverride(customer);
    if (own === null) continue;
    const fees = { maker_ppm: own.makerFeePpm, taker_ppm: own.takerFeePpm };
    await transaction
      .insertInto('customer_fees')
      .values({ customer, tier: null, by_hand: true, ...fees })
      .execute();
  }
}

async function write(
  transaction: Transaction<Tables>,
  turnovers: readonly (readonly [customer: number, usdt: number])[],
): Promise<void> {
  for (let from = 0; from < turnovers.length; from += rowsAtOnce) {
    const rows = turnovers.slice(from, from + rowsAtOnce);
    const customers = rows.map(([customer]) => customer);
    const sums = rows.map(([, usdt]) => usdt);
    await sql`
      insert into customer_fees (customer, by_hand, turnover_usdt)
      select customer, false, turnover from unnest(${customers}::bigint[], ${sums}::bigint[]) as rows (customer, turnover)
      on conflict (customer) do update set turnover_usdt = excluded.turnover_usdt`.execute(transaction);
  }
}
