import { calls, type Order } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { appStream } from '../../api/connection/index.ts';
import { session, useSession } from '../session/index.ts';
import type { Loadable } from './loadable.ts';
import { mergeOrders, takeCurrent, type OrderMap } from './order-merge.ts';
import { createLiveQueries, idleQuery, useLiveQuery } from './live-query.ts';

const none: OrderMap = new Map();
/** Requested open orders: more than a customer may have in one market. */
const maxPages = 10;

const ordersByToken = createLiveQueries<OrderMap>(() => ({
  channel: 'orders',
  listen: (take) => appStream().subscribe('orders', (pushed) => take((now) => mergeOrders(now ?? none, pushed))),
  async load(signal, before) {
    const current = await currentOrders(signal);
    return (now) => takeCurrent(now ?? none, before ?? none, current);
  },
}));

const noOrders = idleQuery<OrderMap>();

async function currentOrders(signal: AbortSignal): Promise<readonly Order[]> {
  const all: Order[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const input = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const { items, next } = await callApi(calls.trade.openOrders, input, { quiet: true, signal });
    all.push(...items);
    if (next === null) break;
    cursor = next;
  }
  return all;
}

/** The customer's orders: all open ones, and those that ended since the app was opened. Null without a session. */
export function useOwnOrders(): Loadable<OrderMap> | null {
  const { token } = useSession();
  const orders = useLiveQuery(token === null ? noOrders : ordersByToken(token));
  return token === null ? null : orders;
}

/** Records an order that a call returned, before the stream pushes it. */
export function recordOrder(order: Order): void {
  const token = session.token();
  if (token === null) return;
  const { store } = ordersByToken(token);
  const now = store.latest();
  store.set({ ...now, value: mergeOrders(now.value ?? none, [order]) });
}
