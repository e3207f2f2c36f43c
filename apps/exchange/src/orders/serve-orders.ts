import { calls, type StreamCallName } from '@fft/contract';
import type { CallExecutor } from '../transport/http/execute-call.ts';
import { route } from '../transport/http/route.ts';
import type { OrdersContext } from './orders-context.ts';
import { amendOrder } from './amend.ts';
import { cancelAll } from './cancel-all.ts';
import { cancelOrder, cancelOrderFast } from './cancel.ts';
import { coinMenu } from './coin-menu.ts';
import { createOrder, createOrderFast } from './create.ts';
import { createPair } from './create-pair.ts';
import { currentOrders } from './current.ts';
import { armDeadMan } from './dead-man.ts';
import { depth } from './depth.ts';
import { marketDetail } from './detail.ts';
import { orderHistory } from './history.ts';
import { limitOrders, limitMassCancels } from './order-limit.ts';
import { RedundantCancelLimiter } from './redundant-cancel-limiter.ts';
import { tradedVolume } from './volume.ts';

/** Registers the trade calls, and returns those that are also available on sockets. */
export function serveTrade(area: OrdersContext): Readonly<Record<StreamCallName, CallExecutor>> {
  const limit = limitOrders(area);
  const sweepLimit = limitMassCancels();
  const vain = new RedundantCancelLimiter(area);
  route(area.api, calls.trade.marketGroups, coinMenu(area));
  const create = route(area.api, calls.trade.create, createOrder(area, limit), createOrderFast(area, limit));
  const cancel = route(area.api, calls.trade.cancel, cancelOrder(area, vain), cancelOrderFast(area, vain));
  route(area.api, calls.trade.createPair, createPair(area, limit));
  route(area.api, calls.trade.cancelAll, cancelAll(area, sweepLimit));
  route(area.api, calls.trade.amend, amendOrder(area, limit));
  route(area.api, calls.trade.setCancelTimer, armDeadMan(area, sweepLimit));
  route(area.api, calls.trade.openOrders, currentOrders(area));
  route(area.api, calls.trade.history, orderHistory(area));
  route(area.api, calls.trade.volume, tradedVolume(area));
  route(area.api, calls.trade.depth, depth(area));
  route(area.api, calls.trade.detail, marketDetail(area));
  return { create, cancel };
}
