import { sql, type Kysely } from 'kysely';

/** Customers, their sessions, the codes sent to them, and the counters that slow guessing down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The numbers below 1000 are owners that are the exchange itself.
  await sql`
    create table customers (
      id bigint primary key generated always as identity (start with 1000),
      email text not null unique,
      password_hash text not null,
      nickname text,
      lang text not null,
      up_color text not null,
      invite_code text,
      created bigint not null,
      last_login bigint
    )`.execute(db);
  await sql`
    create table sessions (
      id text primary key,
      token_hash bytea not null unique,
      customer bigint not null references customers (id) on delete cascade,
      created bigint not null,
      expires bigint not null,
      ends bigint not null,
      idle_ms bigint not null,
      ip text not null,
      user_agent text not null
    )`.execute(db);
  await sql`create index sessions_by_customer on sessions (customer)`.execute(db);
  await sql`create index sessions_by_expiry on sessions (expires)`.execute(db);
  // One code at a time for each purpose and address: a new one puts the old one out.
  await sql`
    create table codes (
      purpose text not null,
      address text not null,
      id text not null unique,
      code_hash bytea not null,
      expires bigint not null,
      tries int not null,
      primary key (purpose, address)
    )`.execute(db);
  // By the hash of an address that somebody tried, whether or not a customer has it.
  await sql`
    create table login_failures (
      account bytea primary key,
      failures int not null,
      locked_until bigint not null
    )`.execute(db);
  // In the form that rate-limiter-flexible uses.
  await sql`
    create table rate_limits (
      key varchar(255) primary key,
      points int not null default 0,
      expire bigint
    )`.execute(db);
}
