import type { calls } from '@fft/contract';
import type { Handler } from '../transport/http/route.ts';
import { refusalOf } from '../ledger/refusals.ts';
import type { OrdersContext } from './orders-context.ts';
import { marketOrAll } from './cancel-all.ts';
import type { Trading } from './trading.ts';

/** Arms, rearms or disarms the timer that cancels a customer's orders if the customer is silent. */
export function armDeadMan(area: OrdersContext, trading: Trading): Handler<typeof calls.trade.setCancelTimer> {
  return async ({ symbol, timeoutMs }, { customer }) => {
    const outcome = await trading.armDeadMan(customer.id, marketOrAll(area, symbol), timeoutMs);
    if (outcome.kind === 'rejected') throw refusalOf(outcome.reason);
    return { at: timeoutMs === 0 ? null : area.host.engine.time + timeoutMs };
  };
}
