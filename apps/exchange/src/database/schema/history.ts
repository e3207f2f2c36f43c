import { partitionsOf } from './partitions.ts';

const orders = `
  -- One row per order, open or ended. An order's words are one number, and null stands for what most orders have: listed_orders shows all of it.
  create table orders (
    id bigint not null,
    owner bigint not null,
    client_order_id text not null,
    market int not null,
    -- Side, type, time in force, post-only, self-trade and a stop's direction: see ledger/projection/order-rows.ts.
    choices int not null,
    price_ticks bigint not null,
    quantity_lots bigint not null,
    -- Quote units that a market buy spends.
    amount bigint,
    -- A stop waits until a trade reaches its price.
    stop_ticks bigint,
    is_waiting boolean,
    -- A trailing stop: its distance in ticks or in basis points, and the price at which it begins.
    trail_ticks bigint,
    trail_bps bigint,
    activation_ticks bigint,
    -- An order with a bracket: the prices of its legs.
    take_profit_ticks bigint,
    stop_loss_ticks bigint,
    stop_loss_limit_ticks bigint,
    expires_at bigint,
    -- An iceberg's visible part; null: all of it.
    visible_lots bigint,
    -- Client order id of the other leg of a pair: one cancels the other.
    other_leg text,
    -- Null: all of the quantity.
    filled_lots bigint,
    filled_notional bigint not null,
    fee bigint not null,
    -- Null: filled.
    state text,
    reason text,
    time bigint not null,
    -- Null: as it was placed.
    updated bigint
  ) partition by range (id);
`;

const listedOrders = `
  -- Orders in words. Most are filled as a whole, and at once.
  create view listed_orders as select
    id, owner, client_order_id, market,
    case choices & 1 when 1 then 'buy' else 'sell' end as side,
    case choices & 2 when 2 then 'market' else 'limit' end as type,
    case choices & 12 when 4 then 'IOC' when 8 then 'FOK' else 'GTC' end as time_in_force,
    choices & 16 = 16 as post_only,
    price_ticks, quantity_lots,
    coalesce(amount, 0) as amount,
    coalesce(stop_ticks, 0) as stop_ticks,
    case choices & 384 when 128 then 'rising' when 256 then 'falling' end as stop_direction,
    coalesce(is_waiting, false) as is_waiting,
    coalesce(expires_at, 0) as expires_at,
    coalesce(visible_lots, 0) as visible_lots,
    other_leg,
    case choices & 96 when 32 then 'cancelOldest' when 64 then 'cancelBoth' else 'cancelNewest' end as self_trade,
    coalesce(filled_lots, quantity_lots) as filled_lots,
    filled_notional, fee,
    coalesce(state, 'filled') as state,
    reason, time,
    coalesce(updated, time) as updated,
    coalesce(trail_ticks, 0) as trail_ticks,
    coalesce(trail_bps, 0) as trail_bps,
    coalesce(activation_ticks, 0) as activation_ticks,
    coalesce(take_profit_ticks, 0) as take_profit_ticks,
    coalesce(stop_loss_ticks, 0) as stop_loss_ticks,
    coalesce(stop_loss_limit_ticks, 0) as stop_loss_limit_ticks
  from orders;
`;

const fills = `
  -- One row per trade, with both sides. It implies six to eight postings: see postings_of_fill.
  create table fills (
    market int not null,
    trade_number bigint not null,
    time bigint not null,
    taker_side text not null,
    price_ticks bigint not null,
    quantity_lots bigint not null,
    notional bigint not null,
    taker_order bigint not null,
    taker_owner bigint not null,
    taker_fee bigint not null,
    maker_order bigint not null,
    maker_owner bigint not null,
    maker_fee bigint not null,
    -- Journal entry and position of the fill's first posting.
    sequence bigint not null,
    position int not null,
    base int not null,
    quote int not null,
    base_units bigint not null,
    -- Both sides' balances afterwards, available plus frozen.
    taker_base bigint not null,
    taker_quote bigint not null,
    maker_base bigint not null,
    maker_quote bigint not null
  ) partition by range (time);
`;

const postings = `
  -- Every change of a balance that no fill implies, but for what orders freeze and release. Statements are read by owner and coin, newest first; the exchange's own accounts
  -- have none.
  create table postings (
    sequence bigint not null,
    position int not null,
    time bigint not null,
    owner bigint not null,
    -- 'coin' or 'fiat'.
    kind text not null,
    asset int not null,
    available_delta bigint not null,
    frozen_delta bigint not null,
    available bigint not null,
    frozen bigint not null,
    reason text not null,
    order_id bigint not null,
    reference text not null
  ) partition by range (time);
`;

const ledger = `
  -- The postings of a fill in the engine's order: quote, base, the buyer's fee and the seller's, each to the house. The house's balance
  -- is unknown. Lines are separate selects: a list of values is compiled at every use and takes four times as long.
  create function postings_of_fill(fill fills)
    returns table (place int, owner bigint, asset int, available_delta bigint, frozen_delta bigint, balance bigint, reason text, order_id bigint)
    language sql immutable parallel safe as $$
      select line.*
      from (
        select
          case when fill.taker_side = 'buy' then fill.taker_owner else fill.maker_owner end as buyer_owner,
          case when fill.taker_side = 'buy' then fill.taker_order else fill.maker_order end as buyer_order,
          case when fill.taker_side = 'buy' then fill.taker_fee else fill.maker_fee end as buyer_fee,
          case when fill.taker_side = 'buy' then fill.taker_base else fill.maker_base end as buyer_base,
          case when fill.taker_side = 'buy' then fill.taker_quote else fill.maker_quote end as buyer_quote,
          case when fill.taker_side = 'buy' then fill.maker_owner else fill.taker_owner end as seller_owner,
          case when fill.taker_side = 'buy' then fill.maker_order else fill.taker_order end as seller_order,
          case when fill.taker_side = 'buy' then fill.maker_fee else fill.taker_fee end as seller_fee,
          case when fill.taker_side = 'buy' then fill.maker_base else fill.taker_base end as seller_base,
          case when fill.taker_side = 'buy' then fill.maker_quote else fill.taker_quote end as seller_quote
        offset 0
      ) as trade
      cross join lateral (
        select 0, buyer_owner, fill.quote, 0::bigint, -fill.notional, buyer_quote, 'trade', buyer_order
        union all select 1, seller_owner, fill.quote, fill.notional, 0, seller_quote + seller_fee, 'trade', seller_order
        union all select 2, seller_owner, fill.base, 0, -fill.base_units, seller_base, 'trade', seller_order
        union all select 3, buyer_owner, fill.base, fill.base_units, 0, buyer_base + buyer_fee, 'trade', buyer_order
        union all select 4, buyer_owner, fill.base, -buyer_fee, 0, buyer_base, 'fee', buyer_order where buyer_fee > 0
        union all select 5, 1, fill.base, buyer_fee, 0, null, 'fee', buyer_order where buyer_fee > 0
        union all select case when buyer_fee > 0 then 6 else 4 end, seller_owner, fill.quote, -seller_fee, 0, seller_quote, 'fee', seller_order where seller_fee > 0
        union all select case when buyer_fee > 0 then 7 else 5 end, 1, fill.quote, seller_fee, 0, null, 'fee', seller_order where seller_fee > 0
      ) as line (place, owner, asset, available_delta, frozen_delta, balance, reason, order_id)
    $$;

  -- All postings: those with rows and those of fills. \`available\` and \`frozen\` are null for fills.
  create view ledger as
    select sequence, position, time, owner, kind, asset, available_delta, frozen_delta, available, frozen, available + frozen as balance, reason, order_id, reference
    from postings
    union all
    select fills.sequence, fills.position + line.place, fills.time, line.owner, 'coin', line.asset, line.available_delta, line.frozen_delta, null, null, line.balance, line.reason, line.order_id, ''
    from fills cross join lateral postings_of_fill(fills) as line;
`;

/**
 * Read models of the journal. Only the projector writes them, and they can be rebuilt from the journal. Money, prices and quantities are ledger integers; times are the
 * engine's.
 */
export const historySchema = (now: Date): string =>
  [
    orders,
    partitionsOf('orders', now),
    listedOrders,
    fills,
    partitionsOf('fills', now),
    postings,
    partitionsOf('postings', now),
    ledger,
  ].join('\n');
