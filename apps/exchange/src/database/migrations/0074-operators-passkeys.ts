import { sql, type Kysely } from 'kysely';

/** Operators' passkeys, apart from customers', and what their devices are asked to sign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_passkeys (
      id text primary key,
      operator bigint not null references operators (id) on delete cascade,
      name text not null,
      public_key bytea not null,
      mac bytea not null,
      counter bigint not null,
      created bigint not null,
      used bigint
    )`.execute(db);
  await sql`create index operator_passkeys_by_operator on operator_passkeys (operator)`.execute(db);
  // `operator` is null where nobody is logged in yet.
  await sql`
    create table operator_passkey_challenges (
      challenge text primary key,
      operator bigint,
      expires bigint not null
    )`.execute(db);
}
