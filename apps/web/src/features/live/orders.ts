import { calls, type Order } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { appStream } from '../../api/connection/index.ts';
import { session, useSession } from '../session/index.ts';
import type { Loadable } from './loadable.ts';
import { mergeOrders, takeCurrent, type OrderMap } from './order-merge.ts';
import { createSources, idleSource, useSource } from './source.ts';

const none: OrderMap = new Map();
/** The most open orders that are asked for: more than a customer may have in one market. */
const pagesMost = 10;

const sources = createSources<OrderMap>(() => ({
  channel: 'orders',
  listen: (take) => appStream().subscribe('orders', (pushed) => take((now) => mergeOrders(now ?? none, pushed))),
  async load(signal, before) {
    const current = await currentOrders(signal);
    return (now) => takeCurrent(now ?? none, before ?? none, current);
  },
}));

const nobody = idleSource<OrderMap>();

async function currentOrders(signal: AbortSignal): Promise<readonly Order[]> {
  const all: Order[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pagesMost; page += 1) {
    const input = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const { items, next } = await callApi(calls.trade.current, input, { quiet: true, signal });
    all.push(...items);
    if (next === null) break;
    cursor = next;
  }
  return all;
}

/** My own orders: all that are open, and those that ended since the app was opened. Null when nobody is logged in. */
export function useOwnOrders(): Loadable<OrderMap> | null {
  const { token } = useSession();
  const orders = useSource(token === null ? nobody : sources(token));
  return token === null ? null : orders;
}

/** Takes in an order that a call answered, before the stream says it. */
export function tellOrder(order: Order): void {
  const token = session.token();
  if (token === null) return;
  const { store } = sources(token);
  const now = store.newest();
  store.set({ ...now, value: mergeOrders(now.value ?? none, [order]) });
}
