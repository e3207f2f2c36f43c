import type { Api } from './transport/http/route.ts';
import { isolated, type Incidents } from './platform/incidents.ts';
import type { Directory } from './ledger/listings/directory.ts';
import type { MarketBoard } from './markets/tickers/market-board.ts';
import type { Valuation } from './markets/prices/valuation.ts';
import type { EngineHost } from './ledger/replica/engine-host.ts';
import { Channels } from './transport/websocket/channels.ts';
import { CustomerFeed } from './orders/customer-feed.ts';
import { Hub, type StreamFigures } from './transport/websocket/hub.ts';
import { MarketFeed } from './markets/feeds/market-feed.ts';
import { OrderEntry, type OrderEntryOptions } from './orders/order-entry.ts';
import { serveStreams } from './transport/websocket/serve-streams.ts';
import type { Settings } from './config/settings.ts';

export interface Streams {
  /** What the public channels push; calls answer from it too, so that both say the same. */
  readonly feed: MarketFeed;
  /** Whether a customer has an open socket here. */
  listens(customer: number): boolean;
  /** Tells a customer something on a private channel. */
  tell(customer: number, channel: 'alerts' | 'messages', makeData: () => unknown): void;
  /** Takes these calls by socket too. */
  takeOrders(options: Pick<OrderEntryOptions, 'calls' | 'cancelAll'>): void;
  /** Cuts off what a session keeps open. */
  endSession(sessionId: string): void;
  /** How many sockets are open, what they were sent, and how many were dropped as too slow. */
  figures(): StreamFigures;
  close(): void;
}

export interface StreamsOptions {
  readonly api: Api;
  readonly incidents: Incidents;
  readonly trading: { readonly host: EngineHost; readonly directory: Directory; readonly board: MarketBoard };
  readonly valuation: Valuation;
  readonly now: () => number;
  readonly settings: Pick<Settings, 'streamBeatMs' | 'socketsPerAddress' | 'socketsPerCustomer' | 'requestsPer10s'>;
}

/** Serves the streams and feeds them with every batch from now on. */
export async function startStreams(options: StreamsOptions): Promise<Streams> {
  const { api, incidents, trading, valuation, now, settings } = options;
  const { host, directory, board } = trading;
  const channels = new Channels();
  const feed = new MarketFeed({ engine: host.engine, directory, board, valuation, channels, incidents, now });
  const customers = new CustomerFeed({ directory, valuation, channels, incidents });
  const limits = {
    perAddress: settings.socketsPerAddress,
    perCustomer: settings.socketsPerCustomer,
    pointsPer10s: settings.requestsPer10s,
  };
  const beatMs = settings.streamBeatMs;
  const hub = new Hub({ sessions: api.sessions, channels, markets: feed, customers, incidents, now, beatMs, limits });
  host.addView({
    name: 'streams',
    add: (batch) => {
      feed.add(batch);
      customers.add(batch);
    },
    recover: () => hub.dropAll(),
  });
  await serveStreams(api.server, hub);
  return {
    feed,
    listens: (customer) => customers.has(customer),
    tell: isolated(incidents, 'streams', (customer, channel, makeData) => customers.send(customer, channel, makeData)),
    takeOrders: (options) => hub.takeOrders(new OrderEntry({ ...options, now })),
    endSession: isolated(incidents, 'streams', (sessionId) => hub.endSession(sessionId)),
    figures: () => hub.figures(),
    close: () => hub.close(),
  };
}
