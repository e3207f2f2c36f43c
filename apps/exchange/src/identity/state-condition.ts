import { sql, type RawBuilder } from 'kysely';

/** Whether the newest papers of a row of `customers` are in a state; 'none': there are none. */
export function hasIdentityState(state: 'none' | 'pending' | 'passed' | 'failed' | 'revoked'): RawBuilder<boolean> {
  return sql`coalesce(
    (select state from identities where customer = customers.id order by id desc limit 1), 'none') = ${state}`;
}
