/** Alerts are written by the markets module for customers, the rest by operators. */
export const marketsSchema = `
  -- Worth of one USDT in a currency, as a decimal.
  create table rates (
    unit text primary key,
    per_usdt text not null
  );

  -- Changes of rates. \`before\` is null for a new rate, \`after\` for a removed one.
  create table rate_changes (
    id bigint primary key generated always as identity,
    unit text not null,
    before text,
    after text,
    operator text not null,
    time bigint not null
  );
  create index rate_changes_by_unit on rate_changes (unit, time);

  -- Price alerts. Only trades after \`after_trade\` fire one; \`fired_time\` is null while it waits.
  create table price_alerts (
    id text primary key,
    customer bigint not null references customers (id) on delete cascade,
    market int not null,
    direction text not null,
    price_ticks bigint not null,
    time bigint not null,
    after_trade bigint not null,
    fired_time bigint,
    fired_ticks bigint
  );
  create index price_alerts_by_customer on price_alerts (customer, time desc);
  create index price_alerts_waiting on price_alerts (market) where fired_time is null;
  create index price_alerts_active on price_alerts (customer) where fired_time is null;
  create index price_alerts_fired on price_alerts (customer, fired_time desc) where fired_time is not null;

  -- Banners of the home page by position. Without an image the app draws one; without bounds a banner is always shown.
  create table banners (
    id text primary key,
    position int not null,
    image text,
    link text,
    title_zh text not null,
    title_en text not null,
    shown_from bigint,
    shown_until bigint
  );

  -- Customers for whom the checklist of first steps has ended.
  create table first_steps_closed (
    customer bigint primary key references customers (id) on delete cascade,
    time bigint not null
  );
`;
