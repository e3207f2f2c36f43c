import { sql, type Kysely } from 'kysely';
import type { Tables } from './room.ts';
import { bankRail } from '../assets/networks.ts';

/** What waits for operators: entries without a decision, payments that can leave, and days with an open difference. */
export interface BankQueues {
  readonly bankEntries: number;
  readonly bankPayments: number;
  readonly bankBreaks: number;
}

/** An entry to be returned that no released batch has. */
export const isUnreleasedReturn = sql<boolean>`not exists (select from bank_batches where bank_batches.state = 'released'
  and bank_batches.account = bank_entries.account
  and items @> jsonb_build_array(jsonb_build_object('kind', 'return', 'id', bank_entries.id)))`;

export async function countWaiting(db: Kysely<Tables>): Promise<BankQueues> {
  const { rows } = await sql<BankQueues>`
    select (select count(*) from bank_entries where state = 'queued') as "bankEntries",
      (select count(*) from withdrawals where state = 'approved' and chain = ${bankRail})
        + (select count(*) from bank_entries where state = 'returning' and ${isUnreleasedReturn}) as "bankPayments",
      (select count(*) from bank_days where problem is not null and explanation is null) as "bankBreaks"`.execute(db);
  return rows[0] ?? { bankEntries: 0, bankPayments: 0, bankBreaks: 0 };
}
