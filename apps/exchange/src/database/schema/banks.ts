/** Written by the banks module: the exchange's bank accounts, their statements, and the payouts from them. */
export const banksSchema = `
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
    -- The form of :86: in MT940; null for plain text.
    dialect text,
    -- Of MT940 and CSV; null for UTF-8.
    encoding text,
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
    -- What became of each statement.
    results jsonb,
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
    -- Of a part: the entry that it belongs to. An entry whose parts are decided one by one is in the state split.
    parent bigint,
    -- What the bank says about the payments of an entry that consists of several; null for a single payment.
    parts jsonb,
    -- Why the parts can't be taken for the amount: such an entry is decided whole. Null if they can.
    unusual text,
    -- The entry that this one may be another report of; null without that doubt.
    twin bigint,
    -- Minor units of the entry that went to customers, to the house's payments or back to senders, or are about to: never more than its amount.
    taken bigint not null default 0,
    time bigint not null,
    updated bigint not null,
    unique (account, reference, amount, direction, booked),
    constraint bank_entries_taken check (taken between 0 and amount)
  );
  create index bank_entries_by_state on bank_entries (state, id);
  create index bank_entries_by_account on bank_entries (account, id desc);
  create index bank_entries_by_statement on bank_entries (account, statement);
  create index bank_entries_by_day on bank_entries (account, booked);
  create index bank_entries_by_parent on bank_entries (parent) where parent is not null;
  create index bank_entries_by_twin on bank_entries (twin) where twin is not null;
  create index bank_entries_by_customer on bank_entries (customer, id desc) where customer is not null;
  -- A payout leaves once and comes back once.
  create unique index bank_entries_settling on bank_entries (payout) where payout is not null and direction = 'out';
  create unique index bank_entries_giving_back on bank_entries (payout) where payout is not null and direction = 'in';

  -- Counts what is taken from an entry when a row changes its state; the check refuses the statement that takes too much. What was credited,
  -- settled or returned is never given back, so that it can't be taken a second time. A part counts for itself and for its entry, whose row the
  -- update locks: two processes at once take no more than one could.
  create function count_taken() returns trigger language plpgsql as $$
  declare
    taking constant text[] := array['matched', 'credited', 'gaveBack', 'settled', 'returning', 'returned'];
    ended constant text[] := array['credited', 'gaveBack', 'settled', 'returned'];
    was text;
    change bigint := 0;
  begin
    if tg_op = 'UPDATE' then was := old.state; end if;
    if was is not distinct from new.state then return new; end if;
    if was = 'matched' and new.state in ('credited', 'gaveBack') then return new; end if;
    if was = 'returning' and new.state = 'returned' then return new; end if;
    if was = any(taking) and not was = any(ended) then change := -new.amount; end if;
    if new.state = any(taking) then change := change + new.amount; end if;
    if change = 0 then return new; end if;
    new.taken := greatest(0, new.taken + change);
    if new.parent is not null then
      update bank_entries set taken = greatest(0, taken + change) where id = new.parent;
    end if;
    return new;
  end $$;
  create trigger bank_entries_count_taken before insert or update of state on bank_entries for each row execute function count_taken();

  -- Which statements and notifications show an entry, with the bank's reference of it in each.
  create table bank_shown (
    statement bigint not null,
    entry bigint not null,
    reference text,
    primary key (statement, entry)
  );
  create index bank_shown_by_entry on bank_shown (entry);
  create index bank_shown_by_reference on bank_shown (reference, entry);

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
    written bigint,
    -- By the name of the payment: the bank's code and words, from its status reports (pain.002).
    refusals jsonb
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
  );
`;
