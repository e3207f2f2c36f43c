import { sql, type Kysely } from 'kysely';

const schema = `
    -- The exchange's own accounts. A MAC covers what customers see: a planted row is shown to no one.
    create table bank_accounts (
      id bigint primary key generated always as identity,
      currency text not null,
      kind text not null,
      number text not null,
      bank text not null,
      holder text not null,
      bank_name text not null,
      address text not null,
      listed boolean not null,
      -- Until this minute of the day, in the time zone (IANA), payouts leave on the same day; not on these days and weekends.
      cut_off int not null,
      time_zone text not null,
      holidays text[] not null default '{}',
      csv jsonb,
      mac text not null,
      created bigint not null,
      updated bigint not null,
      unique (currency, number)
    );

    -- Each customer's reference for a currency. It is derived from a secret, so that a planted row matches nothing.
    create table bank_references (
      reference text primary key,
      customer bigint not null references customers (id) on delete cascade,
      currency text not null,
      attempt int not null,
      unique (customer, currency)
    );

    -- Imported files, whole.
    create table bank_files (
      id bigint primary key generated always as identity,
      account bigint not null references bank_accounts (id),
      name text not null,
      format text not null,
      source text not null,
      state text not null,
      digest text not null,
      body text not null,
      operator text not null,
      entries int not null,
      added int not null default 0,
      time bigint not null
    );
    create index bank_files_by_account on bank_files (account, id desc);
    create unique index bank_files_once on bank_files (account, digest) where state = 'read';

    -- Statements in files. Balances are minor units; null in formats without them.
    create table bank_statements (
      id bigint primary key generated always as identity,
      file bigint not null references bank_files (id),
      account bigint not null references bank_accounts (id),
      name text not null,
      from_day text,
      to_day text,
      opening bigint,
      closing bigint
    );
    create index bank_statements_by_file on bank_statements (file);
    create index bank_statements_by_day on bank_statements (account, to_day desc, id desc);

    -- Entries of statements, each once for ever.
    create table bank_entries (
      id bigint primary key generated always as identity,
      account bigint not null references bank_accounts (id),
      file bigint not null references bank_files (id),
      currency text not null,
      reference text not null,
      direction text not null check (direction in ('in', 'out')),
      -- Minor units.
      amount bigint not null check (amount > 0),
      booked text not null,
      name text,
      number text,
      body text not null,
      end_to_end text,
      is_return boolean not null,
      reason text,
      -- MAC over all of the above.
      mac text not null,
      -- The first statement with balances that shows it; null while only a notification does.
      statement bigint references bank_statements (id),
      state text not null,
      doubts text[] not null default '{}',
      -- Whom it is credited to, or whose payout it is, with a MAC over that decision.
      customer bigint,
      payout bigint,
      match_mac text,
      time bigint not null,
      updated bigint not null,
      unique (account, reference, amount, direction, booked)
    );
    create index bank_entries_by_state on bank_entries (state, id);
    create index bank_entries_by_account on bank_entries (account, id desc);
    create index bank_entries_by_statement on bank_entries (account, statement);
    create index bank_entries_by_customer on bank_entries (customer, id desc) where customer is not null;
    -- A payout leaves once and comes back once.
    create unique index bank_entries_settling on bank_entries (payout) where payout is not null and direction = 'out';
    create unique index bank_entries_giving_back on bank_entries (payout) where payout is not null and direction = 'in';

    -- Batches of payments out.
    create table bank_batches (
      id bigint primary key generated always as identity,
      account bigint not null references bank_accounts (id),
      state text not null,
      -- What two operators agreed to, payment by payment, and its digest.
      items jsonb not null,
      digest text not null,
      -- Minor units.
      total bigint not null,
      body text,
      mac text,
      proposer text not null,
      releaser text,
      time bigint not null,
      released bigint,
      -- When its file was written for the bank; null: not yet, or operators download it.
      written bigint
    );
    create index bank_batches_by_account on bank_batches (account, id desc);
    create index bank_batches_by_state on bank_batches (state, id desc);

    -- One row per account and day with a closing balance: the bank's figures against the ledger's.
    create table bank_days (
      account bigint not null references bank_accounts (id),
      day text not null,
      -- Minor units.
      opening bigint not null,
      money_in bigint not null,
      money_out bigint not null,
      closing bigint not null,
      -- In customers' balances by the ledger, and not in them: queued, returning, the house's own.
      ledger bigint not null,
      other bigint not null,
      difference bigint not null,
      -- What differs, in words for operators; null if nothing does.
      problem text,
      -- The operator who explained a break, and why.
      explained_by text,
      explanation text,
      time bigint not null,
      primary key (account, day)
    );`;

/** Bank accounts of the exchange, their statements, and the payouts from them. New tables only: it locks no other longer than a moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db);
}
