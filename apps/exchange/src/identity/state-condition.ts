import { sql, type RawBuilder } from 'kysely';

/** Condition on a row of `customers`: the state of the latest submission; 'none' if there is none. */
export function hasIdentityState(state: 'none' | 'pending' | 'passed' | 'failed' | 'revoked'): RawBuilder<boolean> {
  return sql`coalesce(
    (select state from identities where customer = customers.id order by id desc limit 1), 'none') = ${state}`;
}
