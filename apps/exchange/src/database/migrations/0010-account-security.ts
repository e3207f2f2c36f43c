import { sql, type Kysely } from 'kysely';

/** What secures an account: transaction password, second factor, holds, log-in history, locks; and more of the profile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // An address that its owner lost can be taken off by an operator, so there may be none.
  await sql`
    alter table customers
      alter column email drop not null,
      add column phone text,
      add column avatar text,
      add column anti_phishing text,
      add column locked_at bigint,
      add column locked_by text`.execute(db);
  await sql`alter table sessions add column used bigint`.execute(db);
  await sql`update sessions set used = created`.execute(db);
  await sql`alter table sessions alter column used set not null`.execute(db);
  await sql`
    create table pay_passwords (
      customer bigint primary key references customers (id) on delete cascade,
      password_hash text not null,
      failures int not null default 0,
      held_until bigint not null default 0
    )`.execute(db);
  // `last_step` is the last time step whose code was used; `confirmed` is null until the app has shown that it works.
  await sql`
    create table totps (
      customer bigint primary key references customers (id) on delete cascade,
      sealed_secret bytea not null,
      last_step bigint not null,
      confirmed bigint
    )`.execute(db);
  await sql`
    create table recovery_codes (
      customer bigint not null references customers (id) on delete cascade,
      code_hash bytea not null,
      primary key (customer, code_hash)
    )`.execute(db);
  await sql`
    create table holds (
      customer bigint primary key references customers (id) on delete cascade,
      until bigint not null,
      reason text not null
    )`.execute(db);
  await sql`
    create table logins (
      id bigint primary key generated always as identity,
      customer bigint not null references customers (id) on delete cascade,
      time bigint not null,
      ip text not null,
      user_agent text not null,
      state text not null
    )`.execute(db);
  await sql`create index logins_by_customer on logins (customer, id desc)`.execute(db);
  await sql`create index logins_by_time on logins (time)`.execute(db);
}
