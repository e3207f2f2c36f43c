import type { calls } from '@fft/contract';
import type { Handler } from '../transport/http/route.ts';
import { refusalOf, refuseUnavailable } from '../ledger/refusals.ts';
import type { TradeArea } from './area.ts';
import { marketOrAll } from './cancel-all.ts';
import type { OrderLimit } from './order-limit.ts';

/** Sets, sets anew or calls off the timer that cancels a customer's orders when he isn't heard of. */
export function armDeadMan(area: TradeArea, limit: OrderLimit): Handler<typeof calls.trade.setCancelTimer> {
  const { host, gateway } = area;
  return async ({ symbol, timeoutMs }, { customer }) => {
    limit.count(customer.id);
    const timer = { type: 'armDeadMan', owner: customer.id, market: marketOrAll(area, symbol), timeoutMs } as const;
    const outcome = await gateway.submit(timer).catch(refuseUnavailable);
    if (outcome.kind === 'rejected') throw refusalOf(outcome.reason);
    return { at: timeoutMs === 0 ? null : host.engine.time + timeoutMs };
  };
}
