/** Written by the admin module and the command line: operators, their decisions, and the console's figures. */
export const adminSchema = `
  -- One row per operator.
  create table operators (
    id bigint primary key generated always as identity,
    -- Also names the operator in the audit log.
    name text not null unique,
    role text not null,
    -- Lower case; one-time links are mailed there.
    email text,
    -- Null until the operator has enrolled; \`totp_confirmed\` is null until a code was entered.
    password_hash text,
    sealed_totp bytea,
    totp_confirmed bigint,
    -- The last time step whose code was used.
    last_step bigint not null default 0,
    created bigint not null,
    last_login bigint,
    disabled_at bigint,
    -- MAC over name, role, password hash and revocation; its key is outside the database.
    mac bytea
  );
  create unique index operators_by_email on operators (lower(email));

  -- An operator's one-time link to enrol; at most one is valid. The MAC's key is outside the database.
  create table operator_links (
    operator bigint primary key references operators (id) on delete cascade,
    token_mac bytea not null unique,
    made bigint not null,
    until bigint not null
  );

  -- Operators' sessions; the MAC covers the token and the granted rights.
  create table operator_sessions (
    id text primary key,
    token_hash bytea not null unique,
    mac bytea not null,
    operator bigint not null references operators (id) on delete cascade,
    created bigint not null,
    -- The session ends at \`expires\` unless it is used before, and at \`ends\` in any case.
    expires bigint not null,
    ends bigint not null,
    ip text not null
  );
  create index operator_sessions_by_operator on operator_sessions (operator);

  -- Operators' passkeys; the MAC covers owner, id and key.
  create table operator_passkeys (
    id text primary key,
    operator bigint not null references operators (id) on delete cascade,
    name text not null,
    public_key bytea not null,
    mac bytea not null,
    counter bigint not null,
    created bigint not null,
    used bigint
  );
  create index operator_passkeys_by_operator on operator_passkeys (operator);

  -- Challenges for passkeys, each usable once. \`operator\` is null before log-in.
  create table operator_passkey_challenges (
    challenge text primary key,
    operator bigint,
    expires bigint not null
  );

  -- Proposals that a second operator agrees to or refuses. The MAC covers the proposal and its author.
  create table approvals (
    id bigint primary key generated always as identity,
    act text not null,
    target text not null,
    input jsonb not null,
    mac text,
    proposer bigint not null references operators (id),
    time bigint not null,
    state text not null default 'open' check (state in ('open', 'done', 'refused')),
    -- When a second operator agreed, and the number of refused attempts to execute: each attempt has its own id in the ledger.
    agreed bigint,
    attempt int not null default 0,
    decider bigint references operators (id),
    decided bigint,
    check (state <> 'done' or decider <> proposer)
  );
  -- One open proposal per act and target.
  create unique index approvals_open on approvals (act, target) where state = 'open' and act <> 'adjustment';
  create index approvals_waiting on approvals (id) where state = 'open';

  -- Ids of operators' requests, so that a repeated one is executed once.
  create table operator_requests (
    operator text not null,
    request_id text not null,
    body text not null,
    result bigint,
    time bigint not null,
    primary key (operator, request_id)
  );

  -- Operators' notes about customers.
  create table customer_notes (
    id bigint primary key generated always as identity,
    customer bigint not null references customers (id) on delete cascade,
    time bigint not null,
    operator text not null,
    text text not null
  );
  create index customer_notes_by_customer on customer_notes (customer, id desc);

  -- The overview's figures, one row per minute. Money in millionths of a USDT.
  create table samples (
    time bigint primary key,
    volume bigint not null,
    fees bigint not null,
    customers bigint not null,
    sockets int not null,
    open_orders bigint not null,
    commit_us bigint not null,
    lag_ms bigint not null
  );

  -- Alarms with their beginning and end; one open alarm per kind.
  create table alarms (
    id bigint primary key generated always as identity,
    kind text not null,
    since bigint not null,
    until bigint,
    detail text not null
  );
  create unique index alarms_open on alarms (kind) where until is null;

  -- Warnings that wait to be mailed, written in the transaction of their cause and deleted once sent. The address is the operator's of that time.
  create table staff_warnings (
    id bigint primary key generated always as identity,
    address text not null,
    words jsonb not null,
    time bigint not null,
    due bigint not null
  );
`;
