import { sql, type Kysely } from 'kysely';

/** Passkeys (WebAuthn) and the challenges that are given out for them, each good once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id text primary key,
      customer bigint not null references customers (id) on delete cascade,
      name text not null,
      public_key bytea not null,
      counter bigint not null,
      created bigint not null,
      used bigint
    )`.execute(db);
  await sql`create index passkeys_by_customer on passkeys (customer)`.execute(db);
  // `customer` is null where nobody is logged in yet.
  await sql`
    create table passkey_challenges (
      challenge text primary key,
      customer bigint,
      expires bigint not null
    )`.execute(db);
  await sql`create index passkey_challenges_by_expiry on passkey_challenges (expires)`.execute(db);
}
