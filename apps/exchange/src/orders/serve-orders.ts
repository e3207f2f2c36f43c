import { calls, type StreamCallName } from '@fft/contract';
import type { CallExecutor } from '../transport/http/execute-call.ts';
import { route, type Api } from '../transport/http/route.ts';
import type { OrdersContext } from './orders-context.ts';
import { amendOrder } from './amend.ts';
import { armDeadMan, cancelAll } from './cancel-all.ts';
import { cancelOrder, plainCancellation } from './cancel.ts';
import { createOrder } from './create.ts';
import { plainOrder } from './plain-order.ts';
import { executeConversion } from './convert/execute.ts';
import { quoteConversion } from './convert/quote.ts';
import { createPair } from './create-pair.ts';
import { currentOrders } from './current.ts';
import { depth } from './depth.ts';
import { coinMenu, marketDetail } from './detail.ts';
import { orderHistory } from './history.ts';
import { cancelScaled, createScaled, previewScaled } from './scaled/scaled-orders.ts';
import { tradedVolume } from './volume.ts';

/** Registers the trade calls, and returns those that are also available on sockets. */
export function serveTrade(api: Api, area: OrdersContext): Readonly<Record<StreamCallName, CallExecutor>> {
  const { trading } = area;
  route(api, calls.trade.marketGroups, coinMenu(area));
  const create = route(api, calls.trade.create, createOrder(area, trading), plainOrder);
  const cancel = route(api, calls.trade.cancel, cancelOrder(area, trading), plainCancellation);
  route(api, calls.trade.createPair, createPair(area, trading));
  route(api, calls.trade.cancelAll, cancelAll(area, trading));
  route(api, calls.trade.amend, amendOrder(area, trading));
  route(api, calls.trade.setCancelTimer, armDeadMan(area, trading));
  route(api, calls.trade.openOrders, currentOrders(area));
  route(api, calls.trade.history, orderHistory(area));
  route(api, calls.trade.volume, tradedVolume(area));
  route(api, calls.trade.depth, depth(area));
  route(api, calls.convert.quote, quoteConversion(area));
  route(api, calls.convert.execute, executeConversion(area, trading));
  route(api, calls.scaled.preview, previewScaled(area));
  route(api, calls.scaled.create, createScaled(area, trading));
  route(api, calls.scaled.cancel, cancelScaled(area, trading));
  route(api, calls.trade.detail, marketDetail(area));
  return { create, cancel };
}
