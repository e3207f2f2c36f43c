/**
 * Read models of the journal. Only the projector writes them, and they can be rebuilt from the journal. Money, prices and quantities are ledger
 * integers; times are the engine's.
 */
export const ledgerSchema = `
  -- The last journal entry that each projection's tables contain.
  create table projection (
    name text primary key,
    sequence bigint not null
  );

  -- One row per order, open or ended. Updates stay on their page (fillfactor), away from the indexes.
  create table orders (
    id bigint primary key,
    owner bigint not null,
    client_order_id text not null,
    market int not null,
    side text not null,
    type text not null,
    time_in_force text not null,
    post_only boolean not null,
    price_ticks bigint not null,
    quantity_lots bigint not null,
    -- Quote units that a market buy spends; 0 otherwise.
    amount bigint not null,
    -- 0: no stop. A stop waits until a trade reaches its price in this direction.
    stop_ticks bigint not null default 0,
    stop_direction text,
    is_waiting boolean not null default false,
    -- 0: never.
    expires_at bigint not null default 0,
    -- An iceberg's visible part; 0: all of it.
    visible_lots bigint not null default 0,
    -- Client order id of the other leg of a pair: one cancels the other.
    other_leg text,
    self_trade text not null default 'cancelNewest',
    filled_lots bigint not null,
    filled_notional bigint not null,
    fee bigint not null,
    state text not null,
    reason text,
    time bigint not null,
    updated bigint not null
  ) with (fillfactor = 80);
  create index orders_by_owner on orders (owner, id desc);
  create index orders_by_client_id on orders (owner, client_order_id);

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
    -- Journal entry and position of the fill's first posting. Null, like all below, if its postings have rows in \`postings\`.
    sequence bigint,
    position int,
    base int,
    quote int,
    base_units bigint,
    -- Both sides' balances afterwards, available plus frozen.
    taker_base bigint,
    taker_quote bigint,
    maker_base bigint,
    maker_quote bigint,
    primary key (market, trade_number)
  );
  create index fills_by_taker on fills (taker_order);
  create index fills_by_maker on fills (maker_order);
  create index fills_by_time on fills using brin (time);
  create index fills_by_sequence on fills using brin (sequence) with (pages_per_range = 32, autosummarize = on);
  create index fills_statement_taker on fills (taker_owner, market, time desc) where sequence is not null;
  create index fills_statement_maker on fills (maker_owner, market, time desc) where sequence is not null;

  -- Every change of a balance that no fill implies. It has no primary key, as no query needs one, and few indexes: they are
  -- most of an order's cost in the database. Statements are read by owner and coin, newest first, without freezes; the exchange's
  -- own accounts have no statements.
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
  );
  create index postings_statement_coin on postings (owner, asset, time desc)
    where owner >= 1000 and reason not in ('freeze', 'release') and kind = 'coin';
  create index postings_statement_fiat on postings (owner, asset, time desc)
    where owner >= 1000 and reason not in ('freeze', 'release') and kind = 'fiat';
  create index postings_statement_rare on postings (owner, kind, reason, time desc, sequence desc, position desc)
    where owner >= 1000 and reason not in ('freeze', 'release', 'trade', 'fee');
  create index postings_by_sequence on postings using brin (sequence) with (pages_per_range = 32, autosummarize = on);
  -- For custody's check if a deposit is credited already. A hash index, so that the planner cannot use it for statements.
  create index postings_deposits on postings using hash (reference) where reason = 'deposit';

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
    from fills cross join lateral postings_of_fill(fills) as line
    where fills.sequence is not null;

  -- Candles of every interval with trades, written with the fills. Sums are numeric: a month's turnover may exceed 64 bits.
  create table candles (
    market int not null,
    interval text not null,
    time bigint not null,
    open_ticks bigint not null,
    high_ticks bigint not null,
    low_ticks bigint not null,
    close_ticks bigint not null,
    volume_lots numeric not null,
    turnover numeric not null,
    trades bigint not null,
    primary key (market, interval, time)
  ) with (fillfactor = 80);

  -- The engine's state after a journal entry, so that a start need not replay earlier entries. Written by the ledger's leader.
  create table snapshots (
    sequence bigint primary key,
    -- Hash of the journal entry.
    hash bytea not null,
    command_count bigint not null,
    engine_parts int not null,
    order_parts int not null,
    -- SHA-256 of all parts, unpacked, in order.
    digest bytea not null,
    time bigint not null
  );

  -- A snapshot's bytes, compressed by zstd and stored without further compression.
  create table snapshot_parts (
    sequence bigint not null,
    number int not null,
    bytes bytea not null,
    primary key (sequence, number)
  );
  alter table snapshot_parts alter column bytes set storage external;
`;
