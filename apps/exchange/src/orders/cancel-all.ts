import type { calls } from '@fft/contract';
import { refuse } from './refusals.ts';
import type { Handler } from '../transport/http/route.ts';
import { refusalOf } from '../ledger/refusals.ts';
import type { OrdersContext } from './orders-context.ts';
import type { Trading } from './trading.ts';

/** The market of a symbol, or `all`. */
function marketOrAll({ directory }: Pick<OrdersContext, 'directory'>, symbol: string): number | 'all' {
  if (symbol === 'all') return 'all';
  const view = directory.market(symbol);
  if (!view) throw refuse('unknownMarket');
  return view.id;
}

/** Cancels a customer's open orders in one market or in all. */
export function cancelAll(area: OrdersContext, trading: Trading): Handler<typeof calls.trade.cancelAll> {
  return async ({ symbol }, { customer }) => {
    const outcome = await trading.cancelAll(customer.id, marketOrAll(area, symbol));
    if (outcome.kind === 'rejected') throw refusalOf(outcome.reason);
    return { cancelled: outcome.kind === 'done' ? outcome.cancelled : 0 };
  };
}

/** Arms, rearms or disarms the timer that cancels a customer's orders if the customer is silent. */
export function armDeadMan(area: OrdersContext, trading: Trading): Handler<typeof calls.trade.setCancelTimer> {
  return async ({ symbol, timeoutMs }, { customer }) => {
    const outcome = await trading.armDeadMan(customer.id, marketOrAll(area, symbol), timeoutMs);
    if (outcome.kind === 'rejected') throw refusalOf(outcome.reason);
    return { at: timeoutMs === 0 ? null : area.host.engine.time + timeoutMs };
  };
}
