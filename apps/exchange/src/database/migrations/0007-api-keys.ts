import { sql, type Kysely } from 'kysely';

/** API keys. A new table: it locks nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    create table api_keys (
      -- The key itself, sent with every request; no secret.
      id text primary key,
      customer bigint not null references customers (id) on delete cascade,
      name text not null,
      -- 'hmac': \`material\` is the sealed secret; 'ed25519': it is the public key.
      kind text not null,
      material bytea not null,
      -- Separated by commas.
      rights text not null,
      -- Addresses and networks, separated by commas; empty: any.
      addresses text not null,
      created bigint not null,
      -- null: never.
      expires bigint,
      -- Over all columns but the last two, by a key that the database lacks.
      mac bytea not null,
      -- The last use, within a minute.
      used bigint,
      used_from text
    );
    create index api_keys_by_customer on api_keys (customer, created desc);
  `,
    )
    .execute(db);
}
