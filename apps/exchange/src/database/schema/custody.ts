/**
 * Written by custody: the chains that it follows, money that arrives, and the exchange's own payments. No keys are here. Amounts in a chain's
 * units are text: they may exceed 64 bits.
 */
export const custodySchema = `
  -- One row per chain that is followed.
  create table custody_chains (
    chain text primary key,
    -- The account's extended public key, from which customers' addresses are derived.
    xpub text not null,
    -- An EVM chain's number, or the name of a network of Bitcoin's family.
    network text not null,
    confirmations int not null,
    -- Contracts of tokens by coin, where they differ from the listing's.
    contracts jsonb not null,
    -- Public keys of the hot wallets, oldest first: the signer's list must begin with these.
    hot jsonb not null default '[]',
    -- The cold wallet's address.
    cold text,
    -- Customers' addresses at the last count.
    addresses bigint not null default 0
  );

  -- What custody last saw of a coin on a chain, as decimals of the coin: in all, in the hot wallet, at customers' addresses, in the cold wallet.
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

  -- The newest few hundred blocks that were read.
  create table chain_blocks (
    chain text not null,
    height bigint not null,
    hash text not null,
    primary key (chain, height)
  );

  -- Customers' addresses, one per family of chains, in the form that is compared. The key's index is the customer's id, on branch 0.
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
    -- Within the transaction; the same in every block that includes it.
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
    -- True once the ledger is known to have it.
    in_ledger boolean not null default false,
    -- Ledger units that are held since its block is gone, and how often it was held.
    held bigint not null default 0,
    holds int not null default 0,
    -- The chain's height when its block was missed.
    lost_height bigint,
    -- How often it was reversed: each later credit has an id of its own.
    reversals int not null default 0,
    -- \`sweep\` is the reference of the sweep that takes it; others of the address, credited later, wait for the next.
    swept boolean not null default false,
    sweep bigint,
    time bigint not null,
    updated bigint not null,
    unique (chain, txid, position)
  );
  create index chain_deposits_by_customer on chain_deposits (customer, id desc);
  create index chain_deposits_open on chain_deposits (chain, state, height) where state not in ('credited', 'small');
  create index chain_deposits_unswept on chain_deposits (chain, id) where state = 'credited' and not swept;
  create index chain_deposits_by_height on chain_deposits (chain, height);

  -- One row per payment of the exchange: withdrawals, sweeps, their gas, and moves between its wallets.
  create table chain_payments (
    id bigint primary key generated always as identity,
    chain text not null,
    purpose text not null,
    -- The withdrawal's id; of a sweep and its gas, the newest deposit that it takes.
    reference bigint not null,
    branch int not null,
    key_index bigint not null,
    -- Null on chains that don't count an address's transactions.
    nonce bigint,
    coin text not null,
    recipient text not null,
    amount text not null,
    state text not null,
    -- What the chain took for it, in its own coin; null until it is deep enough.
    cost text,
    time bigint not null,
    updated bigint not null,
    unique (chain, branch, key_index, nonce)
  );
  -- A withdrawal is paid once for ever. The exchange's own payments may be repeated after they failed, and gas after it was used.
  create unique index chain_payments_once on chain_payments (chain, purpose, reference)
    where purpose = 'withdrawal' or (state <> 'failed' and (purpose <> 'gas' or state <> 'done'));
  create index chain_payments_by_reference on chain_payments (chain, purpose, reference);
  create index chain_payments_open on chain_payments (chain, id) where state in ('reserved', 'signed');

  -- Every transaction that was signed for a payment; one of them is included in the end.
  create table chain_attempts (
    payment bigint not null references chain_payments (id),
    txid text not null,
    raw text not null,
    -- Of chains where a payment takes gas.
    fee_per_gas text,
    tip_per_gas text,
    -- Of chains where a payment offers a fee in all.
    fee text,
    time bigint not null,
    primary key (payment, txid)
  );
  create index chain_attempts_txid on chain_attempts (txid);

  -- The exchange's transactions that are in blocks, by the blocks that were read: a node that doesn't know one may only be behind.
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

  -- The exchange's outputs on chains of Bitcoin's family.
  create table utxo_coins (
    chain text not null,
    txid text not null,
    vout int not null,
    branch int not null,
    key_index bigint not null,
    amount bigint not null,
    is_generated boolean not null,
    -- Null once its block is gone. \`gone_height\` is then the height of a block that spends its sources otherwise: it can't come back.
    height bigint,
    gone_height bigint,
    -- The outputs that it was made of, as \`txid:vout\`.
    sources text[] not null default '{}',
    spent_by text,
    spent_height bigint,
    -- The payment that it is reserved for, or was spent by.
    payment bigint references chain_payments (id) on delete set null,
    primary key (chain, txid, vout)
  );
  create index utxo_coins_unspent on utxo_coins (chain, amount desc) where spent_by is null;
  create index utxo_coins_by_payment on utxo_coins (payment) where payment is not null;
  create index utxo_coins_by_height on utxo_coins (chain, height);
  create index utxo_coins_by_spent_height on utxo_coins (chain, spent_height) where spent_height is not null;
  create index utxo_coins_missing on utxo_coins (chain) where height is null;
`;
