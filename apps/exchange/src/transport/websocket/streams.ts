import type { Settings } from '../../config/settings.ts';
import { isolated, type Incidents } from '../../platform/incidents.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Lifecycle } from '../../platform/lifecycle.ts';
import type { Authenticator } from '../http/context.ts';
import type { Api } from '../http/route.ts';
import { Channels } from './channels.ts';
import { CustomerSockets } from './customer-sockets.ts';
import type { CallEntry, PublicFeed } from './feeds.ts';
import { Hub, type StreamFigures } from './hub.ts';
import { serveStreams } from './serve-streams.ts';

/** Where modules push to: who reads which channel, and the sockets of each customer. */
export interface PushChannels {
  readonly channels: Channels;
  readonly sockets: CustomerSockets;
  /** True if a customer has an open socket here. */
  listens(customer: number): boolean;
  /** Pushes on a private channel of a customer. Never throws. */
  tell(customer: number, channel: 'alerts' | 'messages', makeData: () => unknown): void;
}

export function createPushChannels(incidents: Incidents): PushChannels {
  const sockets = new CustomerSockets();
  return {
    channels: new Channels(),
    sockets,
    listens: (customer) => sockets.has(customer),
    tell: isolated(incidents, 'streams', (customer, channel, makeData) => sockets.send(customer, channel, makeData)),
  };
}

/** The sockets: what they ask for, and the beat of what is public. */
export interface Streams {
  /** Takes sockets at the server of these calls. */
  routes(api: Api): Promise<void>;
  /** Takes these calls by socket too. */
  takeOrders(orders: CallEntry): void;
  /** Cuts off what a session keeps open. */
  endSession(sessionId: string): void;
  /** Ends every socket, as what they were pushed may lack something. */
  dropAll(): void;
  /** How many sockets are open, what they were sent, and how many were dropped as too slow. */
  figures(): StreamFigures;
  readonly jobs: readonly Job[];
}

export interface StreamsOptions {
  readonly settings: Pick<Settings, 'streamBeatMs' | 'socketsPerAddress' | 'socketsPerCustomer' | 'requestsPer10s'>;
  readonly incidents: Incidents;
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  readonly now: () => number;
}

export interface StreamsNeeds {
  readonly sessions: Authenticator;
  readonly push: PushChannels;
  readonly markets: PublicFeed;
}

export function createStreams(
  { settings, incidents, lifecycle, now }: StreamsOptions,
  { sessions, push, markets }: StreamsNeeds,
): Streams {
  const hub = new Hub({
    sessions,
    channels: push.channels,
    markets,
    customers: push.sockets,
    incidents,
    now,
    beatMs: settings.streamBeatMs,
    limits: {
      perAddress: settings.socketsPerAddress,
      perCustomer: settings.socketsPerCustomer,
      pointsPer10s: settings.requestsPer10s,
    },
  });
  lifecycle.onClose(() => hub.close());
  return {
    routes: ({ server }) => serveStreams(server, hub),
    takeOrders: (orders) => hub.takeOrders(orders),
    endSession: isolated(incidents, 'streams', (sessionId) => hub.endSession(sessionId)),
    dropAll: () => hub.dropAll(),
    figures: () => hub.figures(),
    jobs: [hub.sessionCheck],
  };
}
