/**
 * Written by the custody module: followed chains, deposits, and the exchange's payments. It has no private keys. Amounts in a chain's
 * units are text: they may exceed 64 bits.
 */
export const custodySchema = `
  -- One row per followed chain.
  create table custody_chains (
    chain text primary key,
    -- The account's extended public key, from which customers' addresses are derived.
    xpub text not null,
    -- Chain id of an EVM chain, or network name of a UTXO chain.
    network text not null,
    confirmations int not null,
    -- Token contracts by coin, if they differ from the listing's.
    contracts jsonb not null,
    -- Public keys of the hot wallets, oldest first: the signer's list must begin with these.
    hot jsonb not null default '[]',
    -- Address of the cold wallet.
    cold text,
    -- Number of customers' addresses at the last count.
    addresses bigint not null default 0,
    -- When a block is final: 'depth' counts confirmations, else the chain says so itself.
    finality text not null default 'depth',
    -- The last block whose deposits both nodes agree on; null before the first comparison, and while a single node is believed.
    second_scanned bigint
  );
  -- No chain is followed under two names.
  create unique index custody_chains_network on custody_chains (network);

  -- Last seen holdings of a coin on a chain, as decimals: in total, in the hot wallet, at customers' addresses, in the cold wallet.
  create table custody_holdings (
    chain text not null,
    coin text not null,
    held text not null,
    hot text not null default '0',
    unswept text not null default '0',
    cold text not null default '0',
    time bigint not null,
    primary key (chain, coin)
  );

  -- The last few hundred blocks read.
  create table chain_blocks (
    chain text not null,
    height bigint not null,
    hash text not null,
    primary key (chain, height)
  );

  -- Customers' addresses in canonical form, one per family of chains. The key's index is the customer's id, on branch 0.
  create table deposit_addresses (
    address text not null,
    family text not null,
    customer bigint not null,
    primary key (family, address),
    unique (family, customer)
  );

  -- One row per transfer to a customer's address.
  create table chain_deposits (
    id bigint primary key generated always as identity,
    chain text not null,
    txid text not null,
    -- Position within the transaction; the same in every block that includes it.
    position int not null,
    customer bigint not null,
    address text not null,
    coin text not null,
    asset int not null,
    -- Ledger units.
    amount bigint not null,
    height bigint not null,
    block_hash text not null,
    state text not null,
    -- Ledger units held since its block was lost, and the number of holds.
    held bigint not null default 0,
    holds int not null default 0,
    -- Height of the chain when the block was found missing.
    lost_height bigint,
    -- Number of reversals: each later credit has its own id.
    reversals int not null default 0,
    -- Reference of its sweep; deposits credited later wait for the next one.
    swept boolean not null default false,
    sweep bigint,
    time bigint not null,
    updated bigint not null,
    -- The recovery that recorded it; null of those that were read from new blocks.
    recovery bigint,
    unique (chain, txid, position),
    constraint deposit_state_known check (state in
      ('seen', 'small', 'crediting', 'credited', 'orphaned', 'inDoubt', 'lost', 'backInDoubt', 'found', 'reversed')),
    -- A deposit that was reversed before is never one that the ledger never had.
    constraint deposit_reversals_match check
      (case when state in ('small', 'orphaned') then reversals = 0 when state = 'reversed' then reversals > 0 else true end),
    -- The ledger holds nothing of a deposit that is credited.
    constraint deposit_held_matches check (held >= 0 and (state <> 'credited' or held = 0))
  );
  create index chain_deposits_by_customer on chain_deposits (customer, id desc);
  create index chain_deposits_by_coin on chain_deposits (customer, coin, id desc);
  create index chain_deposits_open on chain_deposits (chain, state, height) where state not in ('credited', 'small');
  create index chain_deposits_unswept on chain_deposits (chain, id) where state = 'credited' and not swept;
  create index chain_deposits_by_height on chain_deposits (chain, height);

  -- The moves of custody/deposits/deposit-states.ts, and no others. A test compares both.
  create function refuse_deposit_move() returns trigger language plpgsql as $$
    begin
      if (new.state = any (
        case old.state
          when 'seen' then array['crediting', 'credited', 'orphaned', 'reversed']
          when 'small' then array['seen']
          when 'crediting' then array['credited', 'seen', 'inDoubt']
          when 'credited' then array['lost']
          when 'orphaned' then array['seen', 'small']
          when 'inDoubt' then array['backInDoubt', 'lost', 'orphaned', 'reversed']
          when 'lost' then array['found', 'reversed']
          when 'backInDoubt' then array['found', 'seen', 'inDoubt']
          when 'found' then array['credited', 'seen', 'lost']
          when 'reversed' then array['seen']
        end
      )) is not true then
        raise exception 'a deposit that is % cannot become %', old.state, new.state using errcode = 'check_violation';
      end if;
      return new;
    end $$;
  create trigger deposit_moves before update of state on chain_deposits
    for each row when (old.state is distinct from new.state) execute function refuse_deposit_move();

  -- Transactions that operators name because their coins weren't credited. Custody answers what a transaction brought; two operators agree; custody records it. Answer and agreement have MACs.
  create table deposit_recoveries (
    id bigint primary key generated always as identity,
    chain text not null,
    txid text not null,
    operator text not null,
    time bigint not null,
    answer jsonb,
    mac text,
    answered bigint,
    operators text,
    agreed bigint,
    agreed_mac text,
    outcome text,
    ended bigint
  );
  create unique index deposit_recoveries_waiting on deposit_recoveries (chain, txid) where answer is null;
  create index deposit_recoveries_agreed on deposit_recoveries (chain) where agreed is not null and outcome is null;

  -- One row per payment of the exchange: withdrawals, sweeps, their gas, and moves between its wallets.
  create table chain_payments (
    id bigint primary key generated always as identity,
    chain text not null,
    purpose text not null,
    -- Id of the withdrawal; for a sweep and its gas, the newest deposit that it moves.
    reference bigint not null,
    branch int not null,
    key_index bigint not null,
    -- Null on chains without nonces.
    nonce bigint,
    coin text not null,
    recipient text not null,
    amount text not null,
    state text not null,
    -- Cost in the chain's own coin; null until the transaction is deep enough.
    cost text,
    -- What people must find out about it; null if nothing.
    trouble text,
    -- The payment of purpose 'batch' whose transaction pays this withdrawal; it owns the coins and the attempts.
    batch bigint,
    time bigint not null,
    updated bigint not null,
    unique (chain, branch, key_index, nonce)
  );
  -- A withdrawal is paid once. The exchange's own payments may be repeated after a failure, and gas after it was used.
  create unique index chain_payments_once on chain_payments (chain, purpose, reference)
    where purpose = 'withdrawal' or (state <> 'failed' and (purpose <> 'gas' or state <> 'done'));
  create index chain_payments_by_reference on chain_payments (chain, purpose, reference);
  create index chain_payments_open on chain_payments (chain, id) where state in ('reserved', 'signed');
  create index chain_payments_by_batch on chain_payments (batch) where batch is not null;

  -- Requests of operators about a payment, which custody carries out. The answer is null while they wait.
  create table payment_requests (
    id bigint primary key generated always as identity,
    payment bigint not null references chain_payments (id) on delete cascade,
    act text not null,
    operator text not null,
    time bigint not null,
    answer text,
    answered bigint
  );
  create unique index payment_requests_waiting on payment_requests (payment) where answer is null;
  create index payment_requests_by_payment on payment_requests (payment, id);

  -- Every transaction signed for a payment; at most one of them is included.
  create table chain_attempts (
    payment bigint not null references chain_payments (id),
    txid text not null,
    raw text not null,
    -- On chains with gas.
    fee_per_gas text,
    tip_per_gas text,
    -- On chains with a total fee per transaction.
    fee text,
    -- The last block height that can include it; null on chains where it does not expire, or says so itself.
    valid_until bigint,
    time bigint not null,
    primary key (payment, txid)
  );
  create index chain_attempts_txid on chain_attempts (txid);

  -- The exchange's transactions found in blocks: a node that does not know one may only be behind.
  create table chain_landings (
    chain text not null,
    txid text not null,
    sender text,
    nonce bigint,
    height bigint not null,
    primary key (chain, txid)
  );
  create index chain_landings_sender on chain_landings (chain, sender, nonce);
  create index chain_landings_height on chain_landings (chain, height);

  -- The exchange's outputs on UTXO chains.
  create table utxo_coins (
    chain text not null,
    txid text not null,
    vout int not null,
    branch int not null,
    key_index bigint not null,
    amount bigint not null,
    is_generated boolean not null,
    -- Null once its block is lost. \`gone_height\` is then the height of a block that spends its sources otherwise, so that it cannot return.
    height bigint,
    gone_height bigint,
    -- The outputs that its transaction spends, as \`txid:vout\`.
    sources text[] not null default '{}',
    spent_by text,
    spent_height bigint,
    -- Payment that reserved or spent it.
    payment bigint references chain_payments (id) on delete set null,
    -- True once both nodes have the coin in its block, or our own signed bytes made it. Only then a payment spends it where there are two nodes.
    agreed boolean not null default false,
    primary key (chain, txid, vout)
  );
  create index utxo_coins_unspent on utxo_coins (chain, amount desc) where spent_by is null;
  create index utxo_coins_by_payment on utxo_coins (payment) where payment is not null;
  create index utxo_coins_by_height on utxo_coins (chain, height);
  create index utxo_coins_by_spent_height on utxo_coins (chain, spent_height) where spent_height is not null;
  create index utxo_coins_missing on utxo_coins (chain) where height is null;

  -- Signed statements of the day's liabilities. The signature proves itself: a row is never believed.
  create table reserve_signatures (
    day text not null,
    chain text not null,
    address text not null,
    signature text not null,
    time bigint not null,
    primary key (day, chain, address)
  );
`;
