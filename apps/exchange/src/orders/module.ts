import type { Context } from '../ledger/context.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { MarketBoard, MarketFeed } from '../markets/index.ts';
import type { Valuation } from '../markets/prices/valuation.ts';
import type { Gates } from '../transport/http/gates.ts';
import type { Api } from '../transport/http/route.ts';
import type { PushChannels, Streams } from '../transport/websocket/streams.ts';
import type { OrdersContext } from './orders-context.ts';
import { CustomerFeed } from './customer-feed.ts';
import { OrderEntry } from './order-entry.ts';
import { serveTrade } from './serve-orders.ts';

export interface OrdersNeeds {
  readonly ledger: Ledger;
  readonly board: MarketBoard;
  readonly valuation: Valuation;
  readonly feed: MarketFeed;
  readonly gates: Gates;
  readonly feesOf: OrdersContext['feesOf'];
  /** Customers who have an order limit of their own. */
  readonly orderLimits: ReadonlyMap<number, number>;
  readonly push: PushChannels;
  readonly streams: Pick<Streams, 'takeOrders'>;
}

/** Orders: placed, amended, cancelled, listed, and pushed to their owners. */
export function createOrders({ settings, storage, incidents, now }: Context, needs: OrdersNeeds) {
  const { board, valuation, feed, gates, feesOf, orderLimits, push, streams } = needs;
  const { host, gateway, projector, directory } = needs.ledger;
  const { channels, sockets } = push;
  return {
    routes: (api: Api) => {
      const calls = serveTrade({
        api,
        db: storage.pools.money.db,
        reading: storage.pools.reading.db,
        host,
        gateway,
        projector,
        directory,
        board,
        valuation,
        feed,
        gates,
        feesOf,
        ordersPer10s: settings.ordersPer10s,
        orderLimits,
        now,
      });
      const cancelAll = (owner: number) => gateway.submit({ type: 'cancelAll', owner, market: 'all' });
      streams.takeOrders(new OrderEntry({ calls, cancelAll, now }));
    },
    feeds: [new CustomerFeed({ directory, valuation, channels, sockets, incidents })],
  };
}
