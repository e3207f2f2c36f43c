/** Written by the orders module: orders that the server places over time. */
export const ordersSchema = `
  -- What customers have the server order over time.
  create table order_schedules (
    id bigint primary key generated always as identity,
    customer bigint not null references customers (id) on delete cascade,
    client_id text not null,
    -- 'twap' or 'recurring'.
    kind text not null,
    -- JSON, in ticks, lots and units; its form depends on the kind.
    terms text not null,
    created bigint not null,
    -- Of the session or API key that acts; null if none needs to last.
    session text,
    -- Over the columns above but the id, by a key that the database lacks.
    mac bytea not null,
    -- 'running', 'paused', 'stopping' or 'ended'.
    state text not null,
    reason text,
    -- Parts that are over, or buys in a row that were skipped.
    step int not null default 0,
    next_at bigint not null,
    -- The latest known end of the session: one that lapsed by itself stops nothing.
    session_expires bigint,
    ended bigint,
    unique (customer, client_id)
  );
  create index order_schedules_due on order_schedules (next_at) where state in ('running', 'stopping');
  create index order_schedules_by_customer on order_schedules (customer, kind, id desc);
  create index order_schedules_unended on order_schedules (customer, kind) where state <> 'ended';
  create index order_schedules_by_session on order_schedules (session) where state = 'running';

  -- Their orders. A row is written before its order is sent, so that after a crash it is looked up by its id.
  create table order_schedule_children (
    schedule bigint not null references order_schedules (id) on delete cascade,
    number int not null,
    -- The part of the schedule that it belongs to, or the time when the buy was due.
    slot bigint not null,
    time bigint not null,
    lots bigint not null,
    price_ticks bigint not null,
    -- 'sending', 'open', 'ended', 'refused', or 'skipped' without an order.
    state text not null,
    reason text,
    order_id bigint,
    filled_lots bigint not null default 0,
    filled_notional bigint not null default 0,
    fee bigint not null default 0,
    primary key (schedule, number)
  );
  create index order_schedule_children_by_slot on order_schedule_children (schedule, slot desc, number desc) where state <> 'sending';
`;
