import { Code, type calls } from '@fft/contract';
import { Refusal } from '../http/refusal.ts';
import type { Handler } from '../http/route.ts';
import { refusalOf, refuseUnavailable } from '../trading/refuse.ts';
import type { TradeArea } from './area.ts';

/** The market that a symbol names, or all. */
export function marketOrAll({ directory }: Pick<TradeArea, 'directory'>, symbol: string | undefined): number | 'all' {
  if (symbol === undefined) return 'all';
  const view = directory.market(symbol);
  if (!view) throw new Refusal(Code.notFound, 'unknownMarket');
  return view.id;
}

/** Cancels what a customer has open, in a market or in all. */
export function cancelAll(area: TradeArea): Handler<typeof calls.trade.cancelall> {
  const { host, gateway } = area;
  return async ({ symbol }, { customer }) => {
    const market = marketOrAll(area, symbol);
    const open = (): number => host.engine.openOrders(customer.id, market === 'all' ? undefined : market).length;
    const before = open();
    const outcome = await gateway.submit({ type: 'cancelAll', owner: customer.id, market }).catch(refuseUnavailable);
    if (outcome.kind === 'rejected') throw refusalOf(outcome.reason);
    return { cancelled: Math.max(0, before - open()) };
  };
}
