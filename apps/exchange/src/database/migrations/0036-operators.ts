import { sql, type Kysely } from 'kysely';

/** The operators: who they are, what two of them must agree to, and what they keep beside the customers' own data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operators (
      id bigint primary key generated always as identity,
      name text not null unique,
      role text not null,
      password_hash text not null,
      first_password_until bigint,
      sealed_totp bytea,
      totp_confirmed bigint,
      last_step bigint not null default 0,
      created bigint not null,
      last_login bigint,
      disabled_at bigint
    )`.execute(db);
  await sql`
    create table operator_sessions (
      id text primary key,
      token_hash bytea not null unique,
      operator bigint not null references operators (id) on delete cascade,
      created bigint not null,
      expires bigint not null,
      ends bigint not null,
      ip text not null
    )`.execute(db);
  await sql`create index operator_sessions_by_operator on operator_sessions (operator)`.execute(db);
  await approvals(db);
  await records(db);
  await search(db);
  await names(db);
}

async function approvals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table approvals (
      id bigint primary key generated always as identity,
      act text not null,
      target text not null,
      input jsonb not null,
      proposer bigint not null references operators (id),
      time bigint not null,
      state text not null default 'open' check (state in ('open', 'done', 'refused')),
      agreed bigint,
      decider bigint references operators (id),
      decided bigint,
      check (state <> 'done' or decider <> proposer)
    )`.execute(db);
  // One proposal at a time for each withdrawal and each operator's role.
  await sql`
    create unique index approvals_open on approvals (act, target) where state = 'open' and act <> 'adjustment'`.execute(
    db,
  );
}

async function records(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table customer_notes (
      id bigint primary key generated always as identity,
      customer bigint not null references customers (id) on delete cascade,
      time bigint not null,
      operator text not null,
      text text not null
    )`.execute(db);
  await sql`create index customer_notes_by_customer on customer_notes (customer, id desc)`.execute(db);
  await sql`create table treasury (customer bigint primary key references customers (id))`.execute(db);
  await sql`
    create table samples (
      time bigint primary key,
      volume bigint not null,
      fees bigint not null,
      customers bigint not null,
      sockets int not null,
      open_orders bigint not null,
      commit_us bigint not null,
      lag_ms bigint not null
    )`.execute(db);
  await sql`
    create table alarms (
      id bigint primary key generated always as identity,
      kind text not null,
      since bigint not null,
      until bigint,
      detail text not null
    )`.execute(db);
  await sql`create unique index alarms_open on alarms (kind) where until is null`.execute(db);
}

/** Customers are found by how their address, nickname or phone begins; acts of operators by who, what and whom. */
async function search(db: Kysely<unknown>): Promise<void> {
  await sql`create index customers_by_email_prefix on customers (email text_pattern_ops)`.execute(db);
  await sql`create index customers_by_nickname_prefix on customers (lower(nickname) text_pattern_ops)`.execute(db);
  await sql`create index customers_by_phone_prefix on customers (phone text_pattern_ops)`.execute(db);
  await sql`create index customers_locked on customers (id) where locked_at is not null`.execute(db);
  await sql`create index withdrawals_by_state on withdrawals (state, id)`.execute(db);
  await sql`create index audit_by_target on audit (target, id desc)`.execute(db);
  await sql`create index audit_by_operator on audit (operator, id desc)`.execute(db);
  await sql`create index audit_by_act on audit (act, id desc)`.execute(db);
}

/** What operators list gets names; what they write keeps its markdown; banners get their time. */
async function names(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table asset_names (
      code text primary key,
      zh text not null,
      en text not null,
      fiat boolean not null
    )`.execute(db);
  await sql`alter table notices add column source_zh text, add column source_en text`.execute(db);
  await sql`alter table pages add column source_zh text, add column source_en text`.execute(db);
  await sql`alter table banners add column shown_from bigint, add column shown_until bigint`.execute(db);
}
