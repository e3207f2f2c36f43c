import { sql } from 'kysely';
import type { Step } from '../migration-step.ts';

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
      coalesce(stop_loss_limit_ticks, ${leg(4)}, 0) as stop_loss_limit_ticks,
      coalesce(good_after, 0) as good_after
    from orders;`;

/** Orders that start at a time have it in a column of their own. The view has it after those of 0090. */
export const goodAfter: Step = {
  contract: { unusedSince: '3.3.0' },
  up: async (db) => {
    await sql`alter table orders add column good_after bigint`.execute(db);
    await sql.raw(view).execute(db);
  },
};
