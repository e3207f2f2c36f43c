import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './room.ts';

/** Recipients of a broadcast: listed customers, or all that match every given filter. */
export interface Recipients {
  readonly customers: readonly number[] | null;
  readonly lang: 'zh' | 'en' | null;
  readonly identity: 'none' | 'pending' | 'passed' | 'failed' | 'revoked' | null;
  readonly tier: number | null;
}

/** Filters of other modules, as conditions on a row of `customers`. */
export interface RecipientConditions {
  readonly identity: (state: NonNullable<Recipients['identity']>) => RawBuilder<boolean>;
  readonly tier: (tier: number) => RawBuilder<boolean>;
}

/** Condition on a row of `customers`. Accounts without an address, such as the exchange's own, receive nothing. */
export function isRecipient(
  { customers, lang, identity, tier }: Recipients,
  conditions: RecipientConditions,
): RawBuilder<boolean> {
  const all = [
    sql<boolean>`email is not null`,
    ...(customers === null ? [] : [sql<boolean>`customers.id = any(${customers}::bigint[])`]),
    ...(lang === null ? [] : [sql<boolean>`lang = ${lang}`]),
    ...(identity === null ? [] : [conditions.identity(identity)]),
    ...(tier === null ? [] : [conditions.tier(tier)]),
  ];
  return sql.join(all, sql` and `);
}

export async function countRecipients(db: Kysely<Tables>, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from customers where ${condition}`.execute(db);
  return rows[0]?.count ?? 0;
}
