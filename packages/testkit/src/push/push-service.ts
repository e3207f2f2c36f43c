import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createSubscriptionKeys, type SubscriptionKeys } from './open-push.ts';

/** A push as the service received it, and what the browser reads in it. */
export interface ReceivedPush {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

/** A browser's subscription at the service. */
export interface TestSubscription extends Pick<SubscriptionKeys, 'p256dh' | 'auth'> {
  readonly endpoint: string;
  /** Every push so far. */
  readonly received: readonly ReceivedPush[];
  /** Answers the pushes that follow with this status; 201 at first. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
}

/** A push service on this machine: takes pushes as those of browsers do. */
export interface TestPushService {
  /** For the setting PUSH_SERVICES. */
  readonly origin: string;
  subscribe(): TestSubscription;
  /** Paths of requests to no subscription. */
  readonly strays: readonly string[];
  close(): Promise<void>;
}

interface Inbox {
  readonly keys: SubscriptionKeys;
  readonly received: ReceivedPush[];
  status: number;
  headers: Readonly<Record<string, string>>;
}

export async function openTestPushService(): Promise<TestPushService> {
  const inboxes = new Map<string, Inbox>();
  const strays: string[] = [];
  const server = createServer((request, response) => {
    const inbox = inboxes.get(request.url ?? '');
    void buffer(request).then((body) => {
      if (!inbox) {
        strays.push(request.url ?? '');
        response.writeHead(404).end();
        return;
      }
      if (inbox.status === 201) inbox.received.push({ headers: request.headers, body, text: inbox.keys.open(body) });
      response.writeHead(inbox.status, inbox.headers).end();
    });
  });
  // A connection that is closed between two pushes would fail the second.
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the push service has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    strays,
    subscribe: () => {
      const keys = createSubscriptionKeys();
      const path = `/push/${randomUUID()}`;
      const inbox: Inbox = { keys, received: [], status: 201, headers: {} };
      inboxes.set(path, inbox);
      return {
        endpoint: `${origin}${path}`,
        p256dh: keys.p256dh,
        auth: keys.auth,
        received: inbox.received,
        answer: (status, headers = {}) => Object.assign(inbox, { status, headers }),
      };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
