/** Written by the funds module: withdrawals and their addresses, fee tiers, the published proof of liabilities, exported statements and counted profit. */
export const fundsSchema = `
  -- Withdrawal addresses that customers saved. \`memo\` is empty if there is none.
  create table wallet_addresses (
    id bigint primary key generated always as identity,
    customer bigint not null references customers (id) on delete cascade,
    coin text not null,
    chain text not null,
    name text not null,
    address text not null,
    memo text not null,
    usable_from bigint not null,
    created bigint not null,
    unique (customer, coin, chain, address, memo)
  );
  create index wallet_addresses_by_customer on wallet_addresses (customer, id desc);

  -- One row per requested withdrawal. The address is a copy, unaffected when the saved one is deleted.
  create table withdrawals (
    id bigint primary key generated always as identity,
    customer bigint not null,
    -- Id that the client gave the request: a repeated request is the same withdrawal.
    request_id text not null,
    coin text not null,
    chain text not null,
    asset int not null,
    address_id bigint not null,
    address text not null,
    memo text not null,
    -- Ledger units, fee included.
    amount bigint not null,
    fee bigint not null,
    -- Worth at the time of the request, in millionths of a USDT; null if no reliable price was known.
    usdt_units bigint,
    -- \`planned\` is the state that follows once the money is frozen.
    state text not null,
    planned text not null,
    -- Reasons for its review.
    risks text[] not null default '{}',
    -- Who decided, and a MAC over the decision and the payment's details, required to pay. The MAC also covers \`decisions\`, their number.
    decision text,
    mac text,
    decisions integer not null default 0,
    -- The ledger's refusal, and the reason of a rejection or failure as shown to the customer.
    reason text,
    reason_zh text,
    reason_en text,
    txid text,
    confirmations int,
    time bigint not null,
    updated bigint not null,
    -- MAC over its end by the same key, required to end it in the ledger.
    end_mac text,
    -- True once the ledger has recorded the end.
    closed boolean not null,
    unique (customer, request_id),
    check (fee >= 0 and amount > fee)
  );
  create index withdrawals_by_customer on withdrawals (customer, id desc);
  create index withdrawals_by_coin on withdrawals (customer, coin, id desc);
  -- Who else withdrew to an address.
  create index withdrawals_by_address on withdrawals (chain, address);
  create index withdrawals_by_time on withdrawals (customer, time);
  create index withdrawals_by_state on withdrawals (state, id);
  create index withdrawals_unfinished on withdrawals (state, id) where not closed;

  -- Fee tiers. A customer reaches one with \`from_usdt\` traded in 30 days; null: only an operator assigns it.
  create table fee_tiers (
    id int primary key generated always as identity,
    name_zh text not null,
    name_en text not null,
    maker_ppm int not null,
    taker_ppm int not null,
    from_usdt bigint unique
  );

  -- Customers with own fees or recent turnover. An operator sets individual rates, which need no tier.
  create table customer_fees (
    customer bigint primary key,
    tier int references fee_tiers (id),
    maker_ppm int,
    taker_ppm int,
    -- True if an operator set it, so that turnover does not change it.
    by_hand boolean not null,
    -- Turnover of 30 days in whole USDT.
    turnover_usdt bigint not null default 0,
    check ((maker_ppm is null) = (taker_ppm is null)),
    check (maker_ppm is null or (tier is null and by_hand))
  );
  create index customer_fees_by_tier on customer_fees (tier);

  -- Days with computed turnover, and the number of customers who changed tiers.
  create table fee_days (
    day text primary key,
    time bigint not null,
    moved int not null
  );

  -- One row per day with published liabilities. Customers' nonces are derived from \`secret\`, which is never published.
  create table liability_days (
    day text primary key,
    sequence bigint not null,
    time bigint not null,
    secret bytea not null,
    totals jsonb not null
  );

  -- The Merkle trees of the last days, node by node; row 0 are the leaves. Sums are text: they may exceed 64 bits.
  create table liability_nodes (
    day text not null references liability_days (day) on delete cascade,
    asset text not null,
    row int not null,
    place int not null,
    hash text not null,
    sum text not null,
    customer bigint,
    primary key (day, asset, row, place)
  );
  create index liability_nodes_by_customer on liability_nodes (customer, day) where customer is not null;

  -- Statements as files that a job makes, also from the archive.
  create table statement_exports (
    id text primary key,
    customer bigint not null,
    account text not null,
    -- Coin, type and times that the customer chose.
    filter jsonb not null,
    lang text not null,
    -- 'waiting', 'running', 'done' or 'failed'.
    state text not null,
    done int not null default 0,
    total int not null default 0,
    lines bigint not null default 0,
    parts int not null default 0,
    attempts int not null default 0,
    created bigint not null,
    -- Last sign of life of the process that runs it.
    updated bigint not null
  );
  create index statement_exports_by_customer on statement_exports (customer, created desc);
  create index statement_exports_open on statement_exports (created) where state in ('waiting', 'running');

  -- The file in parts, whole lines each; there only once all are.
  create table statement_export_parts (
    export text not null references statement_exports (id) on delete cascade,
    number int not null,
    csv text not null,
    primary key (export, number)
  );

  -- Profit of the customers who asked for it, counted up to an entry of the journal. Derived from postings and fills: a deleted row is counted again from nothing.
  create table profit_accounts (
    customer bigint primary key,
    form int not null,
    sequence bigint not null,
    time bigint not null,
    state jsonb not null,
    wanted bigint,
    held_until bigint not null default 0
  );
  create index profit_accounts_wanted on profit_accounts (wanted) where wanted is not null;

  -- Coins that are still there, by when they came. Costs are millionths of a USDT.
  create table profit_lots (
    customer bigint not null,
    asset int not null,
    number bigint not null,
    time bigint not null,
    quantity bigint not null,
    cost numeric,
    primary key (customer, asset, number)
  );

  -- What a customer had at the end of each day on which that changed.
  create table profit_days (
    customer bigint not null,
    day bigint not null,
    quantities jsonb not null,
    invested numeric not null,
    primary key (customer, day)
  );
`;
