import type { Settings } from '../../config/settings.ts';
import { isolated, type Incidents } from '../../platform/incidents.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Lifecycle } from '../../platform/lifecycle.ts';
import type { SharedUses } from '../../platform/processes/shared-uses.ts';
import type { Authenticator } from '../http/context.ts';
import type { KeyVerifier } from '../http/signed-request.ts';
import type { Api } from '../http/route.ts';
import { Channels } from './channels.ts';
import { CustomerSockets } from './customer-sockets.ts';
import type { CallEntry, PublicFeed } from './feeds.ts';
import { Hub, type TakeOver } from './hub.ts';
import { serveStreams, type Door } from './serve-streams.ts';
import type { Sockets, StreamFigures } from './sockets.ts';

/** Targets of pushes: the readers of each channel, and the sockets of each customer. */
export interface PushChannels {
  readonly channels: Channels;
  readonly sockets: CustomerSockets;
  /** True if a customer has an open socket here. */
  listens(customer: number): boolean;
  /** Pushes on a private channel of a customer. Never throws. */
  send(customer: number, channel: 'alerts' | 'messages', makeData: () => unknown): void;
}

export function createPushChannels(incidents: Incidents): PushChannels {
  const sockets = new CustomerSockets();
  return {
    channels: new Channels(),
    sockets,
    listens: (customer) => sockets.has(customer),
    send: isolated(incidents, 'streams', (customer, channel, makeData) => sockets.send(customer, channel, makeData)),
  };
}

/** The socket server: its requests and the beat of public pushes. */
export interface Streams {
  /** Serves sockets on the server of these calls. */
  routes(api: Api): Promise<void>;
  /** All open sockets, whatever they speak. */
  readonly sockets: Sockets;
  /** Interval at which the sessions and keys of open sockets are checked. */
  readonly checkedEveryMs: number;
  /** Serves another protocol on paths of its own; call it before `routes`. */
  addDoor(door: Door): void;
  /** Lets another protocol on the native path take sockets whose first message is its own. */
  shareWith(takeOver: TakeOver): void;
  /** Enables these calls over sockets. */
  takeOrders(orders: CallEntry): void;
  /** Closes the sockets of a session. */
  endSession(sessionId: string): void;
  /** Closes every socket after pushes may have been lost. */
  dropAll(): void;
  /** The number of open sockets, pushes sent, and readers dropped as too slow. */
  figures(): StreamFigures;
  readonly jobs: readonly Job[];
}

export interface StreamsOptions {
  readonly settings: Pick<
    Settings,
    'streamBeatMs' | 'socketsPerAddress' | 'socketsPerCustomer' | 'requestsPer10s' | 'appOrigins'
  >;
  readonly incidents: Incidents;
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  readonly now: () => number;
  readonly uses?: SharedUses;
}

export interface StreamsNeeds {
  readonly sessions: Authenticator;
  readonly keys?: KeyVerifier;
  readonly push: PushChannels;
  readonly markets: PublicFeed;
}

export function createStreams(
  { settings, incidents, lifecycle, now, uses }: StreamsOptions,
  { sessions, keys, push, markets }: StreamsNeeds,
  { checkedEveryMs }: Pick<Streams, 'checkedEveryMs'>,
): Streams {
  const hub = new Hub({
    sessions,
    keys,
    channels: push.channels,
    markets,
    customers: push.sockets,
    incidents,
    now,
    beatMs: settings.streamBeatMs,
    checkedEveryMs,
    limits: {
      perAddress: settings.socketsPerAddress,
      perCustomer: settings.socketsPerCustomer,
      pointsPer10s: settings.requestsPer10s,
    },
    ...(uses && { uses }),
  });
  lifecycle.onClose(() => hub.close());
  const doors: Door[] = [];
  return {
    routes: ({ server }) => serveStreams(server, hub, doors, settings.appOrigins),
    sockets: hub.sockets,
    checkedEveryMs,
    addDoor: (door) => void doors.push(door),
    shareWith: (takeOver) => hub.shareWith(takeOver),
    takeOrders: (orders) => hub.takeOrders(orders),
    endSession: isolated(incidents, 'streams', (sessionId) => hub.endSession(sessionId)),
    dropAll: () => hub.dropAll(),
    figures: () => hub.sockets.figures(),
    jobs: [hub.sessionCheck],
  };
}
