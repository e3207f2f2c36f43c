/** Written by operators: assets, and the networks and tokens that they come by. */
export const assetsSchema = `
  -- Names of assets that operators listed.
  create table asset_names (
    code text primary key,
    zh text not null,
    en text not null,
    fiat boolean not null
  );

  -- Contracts that operators had custody check. The answer is null while they wait.
  create table token_checks (
    id bigint primary key generated always as identity,
    chain text not null,
    contract text not null,
    operator text not null,
    time bigint not null,
    answer jsonb,
    mac text,
    answered bigint
  );
  create unique index token_checks_waiting on token_checks (chain, contract) where answer is null;
  -- Coins that move over a network by a token that two operators agreed to. The MAC proves it.
  create table listed_tokens (
    chain text not null,
    coin text not null,
    contract text not null,
    chain_decimals integer not null,
    ledger_decimals integer not null,
    fee text not null,
    min text not null,
    max text not null,
    min_deposit text not null,
    operators text not null,
    time bigint not null,
    mac text not null,
    primary key (chain, coin)
  );
  create unique index listed_tokens_contract on listed_tokens (chain, contract);

  -- Deposits or withdrawals of a coin over a network that operators paused; an empty coin stands for all of the network.
  create table network_pauses (
    chain text not null,
    coin text not null,
    direction text not null check (direction in ('deposits', 'withdrawals')),
    operator text not null,
    time bigint not null,
    primary key (chain, coin, direction)
  );
`;
