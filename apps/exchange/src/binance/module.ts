import type { ContextOf } from '../context.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { OrdersService } from '../orders/index.ts';
import { isolated } from '../platform/incidents.ts';
import type { Api } from '../transport/http/route.ts';
import type { KeyVerifier } from '../transport/http/signed-request.ts';
import type { Weights } from '../transport/http/weights.ts';
import type { Streams } from '../transport/websocket/streams.ts';
import { createCalls } from './calls/call-table.ts';
import type { MarketReaders } from './calls/market-data.ts';
import type { WalletServices } from './calls/wallet-parts.ts';
import { createDoorLimits } from './limits.ts';
import { serveRest } from './rest/serve-rest.ts';
import { openMarketStreams } from './streams/open-market-streams.ts';
import { openWsApi } from './ws-api/open-ws-api.ts';
import { symbolOf } from './symbols.ts';
import { EventWriter } from './user-events/event-writer.ts';
import { UserEvents } from './user-events/user-events.ts';

export interface BinanceNeeds {
  readonly ledger: Ledger;
  readonly readers: MarketReaders;
  readonly valuation: WalletServices['valuation'];
  readonly orders: { readonly service: OrdersService };
  readonly custody: { readonly service: Pick<WalletServices, 'deposits'> };
  readonly funds: { readonly service: Pick<WalletServices, 'withdrawals'> };
  readonly apiKeys: { readonly ofCustomers: { readonly list: WalletServices['keysOf'] } };
  readonly keys: KeyVerifier;
  readonly streams: Pick<Streams, 'addDoor' | 'shareWith' | 'sockets' | 'checkedEveryMs'>;
  readonly weights: Weights | null;
}

/** The Binance-compatible door: one table of calls over REST and the WebSocket API, market streams, and the events of customers. */
export function createBinance(context: ContextOf<'binance'>, needs: BinanceNeeds) {
  const { settings, log, incidents, now, uses } = context;
  const { ledger, readers, valuation, orders, custody, funds, apiKeys, keys, streams, weights } = needs;
  const { board } = readers;
  const { deposits } = custody.service;
  const { withdrawals } = funds.service;
  const { trading } = orders.service;
  const wallet = { valuation, deposits, withdrawals, keysOf: apiKeys.ofCustomers.list };
  const ordersOf = (customer: number) => trading.ordersOf(customer);
  const limits = createDoorLimits({ weights, settings, ordersOf, now, uses });
  const events = createUserEvents(context, ledger, orders.service);
  const calls = createCalls({ ledger, markets: readers, orders: orders.service, events, wallet, limits, now });
  const marketStreams = openMarketStreams(context, { ledger, board, streams });
  const wsApi = openWsApi(context, { events, keys, streams, limits, calls });
  return {
    service: {
      /** Closes the sockets of an API key that has ended, by its session id. */
      endSession: isolated(incidents, 'streams', wsApi.endSession),
    },
    routes: (api: Api) => serveRest(api, { calls, keys, limits, log }),
    feeds: [marketStreams, events],
    jobs: [wsApi.job],
  };
}

/** The events of customers, which the replica records for them. */
function createUserEvents(
  { incidents, now }: Pick<ContextOf<'binance'>, 'incidents' | 'now'>,
  { host, directory }: Pick<Ledger, 'host' | 'directory'>,
  { orders }: Pick<OrdersService, 'orders'>,
): UserEvents {
  const writer = new EventWriter({
    openOrders: (owner) => orders.openOrders(owner).toReversed(),
    viewOf: (market) => directory.marketById(market),
    symbolOf,
    assetOf: (asset) => directory.asset(asset),
    now,
  });
  const events = new UserEvents(writer, incidents);
  host.watchOwners(events);
  return events;
}
