import { sql } from 'kysely';
import type { Step } from '../migration-step.ts';

const schema = `
    -- Nullable and without defaults, so that no row is rewritten.
    alter table orders
      -- A trailing stop: its distance in ticks or in basis points, and the price at which it begins.
      add column trail_ticks bigint,
      add column trail_bps bigint,
      add column activation_ticks bigint,
      -- An order with a bracket: the prices of its legs.
      add column take_profit_ticks bigint,
      add column stop_loss_ticks bigint,
      add column stop_loss_limit_ticks bigint;`;

// Version 3.3 wrote these as words of the direction: `trail 50`, `trail 300 bps` and `bracket 110 95 94`, and the price at which a trailing stop begins as its stop price.
const trails = `stop_direction like 'trail %'`;
const isShare = `stop_direction like '% bps'`;
const word = (place: number) => `split_part(stop_direction, ' ', ${place})::bigint`;
const leg = (place: number) => `case when stop_direction like 'bracket %' then ${word(place)} end`;

const view = `
    create or replace view listed_orders as select
      id, owner, client_order_id, market,
      coalesce(side, case choices & 1 when 1 then 'buy' else 'sell' end) as side,
      coalesce(type, case choices & 2 when 2 then 'market' else 'limit' end) as type,
      coalesce(time_in_force, case choices & 12 when 4 then 'IOC' when 8 then 'FOK' else 'GTC' end) as time_in_force,
      coalesce(post_only, choices & 16 = 16) as post_only,
      price_ticks, quantity_lots,
      coalesce(amount, 0) as amount,
      case when ${trails} then 0 else coalesce(stop_ticks, 0) end as stop_ticks,
      coalesce(case when stop_direction in ('rising', 'falling') then stop_direction end, case choices & 384 when 128 then 'rising' when 256 then 'falling' end) as stop_direction,
      coalesce(is_waiting, false) as is_waiting,
      coalesce(expires_at, 0) as expires_at,
      coalesce(visible_lots, 0) as visible_lots,
      other_leg,
      coalesce(self_trade, case choices & 96 when 32 then 'cancelOldest' when 64 then 'cancelBoth' else 'cancelNewest' end) as self_trade,
      coalesce(filled_lots, quantity_lots) as filled_lots,
      filled_notional, fee,
      coalesce(state, 'filled') as state,
      reason, time,
      coalesce(updated, time) as updated,
      coalesce(trail_ticks, case when ${trails} and not ${isShare} then ${word(2)} end, 0) as trail_ticks,
      coalesce(trail_bps, case when ${trails} and ${isShare} then ${word(2)} end, 0) as trail_bps,
      coalesce(activation_ticks, case when ${trails} then stop_ticks end, 0) as activation_ticks,
      coalesce(take_profit_ticks, ${leg(2)}, 0) as take_profit_ticks,
      coalesce(stop_loss_ticks, ${leg(3)}, 0) as stop_loss_ticks,
      coalesce(stop_loss_limit_ticks, ${leg(4)}, 0) as stop_loss_limit_ticks
    from orders;`;

/**
 * Gives what a trailing stop follows and a bracket's prices columns of their own. The view converts rows that have them as words, which 3.3 still writes beside this version.
 */
export const orderTriggers: Step = {
  contract: { unusedSince: '3.3.0' },
  up: async (db) => {
    for (const text of [schema, view]) await sql.raw(text).execute(db);
  },
};
