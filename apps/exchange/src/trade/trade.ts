import { calls, type StreamCallName } from '@fft/contract';
import type { Carrier } from '../http/carry-out.ts';
import { route } from '../http/route.ts';
import type { TradeArea } from './area.ts';
import { amendOrder } from './amend.ts';
import { cancelAll } from './cancel-all.ts';
import { cancelOrder } from './cancel.ts';
import { coinMenu } from './coin-menu.ts';
import { createOrder } from './create.ts';
import { currentOrders } from './current.ts';
import { armDeadMan } from './dead-man.ts';
import { depth } from './depth.ts';
import { marketDetail } from './detail.ts';
import { orderHistory } from './history.ts';
import { countOrders, countSweeps } from './order-limit.ts';

/** Binds the trade calls, and gives back those that come over sockets too. */
export function serveTrade(area: TradeArea): Readonly<Record<StreamCallName, Carrier>> {
  const countOrder = countOrders(area);
  const countSweep = countSweeps();
  route(area.api, calls.trade.coinmenu, coinMenu(area));
  const create = route(area.api, calls.trade.create, createOrder(area, countOrder));
  const cancel = route(area.api, calls.trade.cancel, cancelOrder(area));
  route(area.api, calls.trade.cancelall, cancelAll(area, countSweep));
  route(area.api, calls.trade.amend, amendOrder(area, countOrder));
  route(area.api, calls.trade.deadman, armDeadMan(area, countSweep));
  route(area.api, calls.trade.current, currentOrders(area));
  route(area.api, calls.trade.history, orderHistory(area));
  route(area.api, calls.trade.depth, depth(area));
  route(area.api, calls.trade.detail, marketDetail(area));
  return { create, cancel };
}
