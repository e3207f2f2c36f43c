/** Written by the demo's faucet; empty in production. */
export const demoSchema = `
  -- Grants of the faucet, for its daily limit.
  create table faucet_grants (
    customer bigint not null,
    request_id text not null,
    -- Days since the epoch, UTC.
    day int not null,
    coin text not null,
    units bigint not null,
    -- Worth in millionths of a USDT.
    usdt_units bigint not null,
    -- Empty while it is being sent over a chain; null if it is not sent over one.
    txid text,
    primary key (customer, request_id)
  );
  create index faucet_grants_by_day on faucet_grants (customer, day);
`;
