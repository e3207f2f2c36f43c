import type { calls } from '@fft/contract';
import type { Handler } from '../transport/http/route.ts';
import { refusalOf, refuseUnavailable } from '../ledger/refusals.ts';
import type { OrdersContext } from './orders-context.ts';
import { marketOrAll } from './cancel-all.ts';
import type { OrderLimit } from './order-limit.ts';

/** Arms, rearms or disarms the timer that cancels a customer's orders if the customer is silent. */
export function armDeadMan(area: OrdersContext, limit: OrderLimit): Handler<typeof calls.trade.setCancelTimer> {
  const { host, gateway } = area;
  return async ({ symbol, timeoutMs }, { customer }) => {
    limit.count(customer.id);
    const timer = { type: 'armDeadMan', owner: customer.id, market: marketOrAll(area, symbol), timeoutMs } as const;
    const outcome = await gateway.submit(timer).catch(refuseUnavailable);
    if (outcome.kind === 'rejected') throw refusalOf(outcome.reason);
    return { at: timeoutMs === 0 ? null : host.engine.time + timeoutMs };
  };
}
