import { createHmac, sign, createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';

/** What signs requests of the WebSocket API: an HMAC secret, or an Ed25519 private key in PEM. */
export interface ApiSigner {
  readonly apiKey: string;
  readonly secret?: string;
  readonly privateKey?: string;
}

/** When to try again. */
export interface ApiWait {
  readonly serverTime: number;
  readonly retryAfter: number;
}

export interface ApiAnswer {
  readonly id: unknown;
  readonly status: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly msg: string; readonly data?: ApiWait };
  readonly rateLimits?: readonly unknown[];
}

export interface ApiEvent {
  readonly subscriptionId: number;
  readonly event: Readonly<Record<string, unknown>>;
}

/** A client of the WebSocket API, written for tests from Binance's documentation alone. */
export interface TestWsApi {
  readonly socket: WebSocket;
  readonly events: ApiEvent[];
  readonly closed: Promise<number>;
  ask(method: string, params?: Readonly<Record<string, unknown>>): Promise<ApiAnswer>;
  /** Asks with time and signature. */
  askSigned(signer: ApiSigner, method: string, params?: Readonly<Record<string, unknown>>): Promise<ApiAnswer>;
  /** Sends a text as it is, and returns the next answer. */
  askRaw(text: string): Promise<ApiAnswer>;
}

/** Adds key, time and signature to parameters. */
export function signedApiParams(
  { apiKey, secret, privateKey }: ApiSigner,
  params: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const all: Record<string, unknown> = { timestamp: Date.now(), ...params, apiKey };
  const payload = Object.keys(all)
    .toSorted()
    .map((name) => `${name}=${String(all[name])}`)
    .join('&');
  const signature =
    privateKey === undefined
      ? createHmac('sha256', secret ?? '')
          .update(payload)
          .digest('hex')
      : sign(null, Buffer.from(payload), createPrivateKey(privateKey)).toString('base64');
  return { ...all, signature };
}

export async function connectWsApi(url: string, path = '/ws-api/v3'): Promise<TestWsApi> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`);
  const events: ApiEvent[] = [];
  const waiting: ((answer: ApiAnswer) => void)[] = [];
  const byId = new Map<unknown, (answer: ApiAnswer) => void>();
  let ids = 0;
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as ApiAnswer | ApiEvent;
    if ('event' in message) return void events.push(message);
    const found = byId.get(message.id) ?? waiting.shift();
    byId.delete(message.id);
    found?.(message);
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  const ask: TestWsApi['ask'] = (method, params) =>
    new Promise((resolve) => {
      const id = ++ids;
      byId.set(id, resolve);
      socket.send(JSON.stringify({ id, method, ...(params && { params }) }));
    });
  return {
    socket,
    events,
    closed,
    ask,
    askSigned: (signer, method, params = {}) => ask(method, signedApiParams(signer, params)),
    askRaw: (text) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        socket.send(text);
      }),
  };
}
