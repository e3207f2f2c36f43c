import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { Envelope } from '@fft/contract';
import { pino } from 'pino';
import type { Authenticator } from '../src/transport/http/context.ts';
import type { Api } from '../src/transport/http/route.ts';
import { createHttpServer } from '../src/transport/http/server.ts';
import { createWeights } from '../src/transport/http/weights.ts';

/** An answer as received. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** `code` is 0 if the answer is no envelope. */
  readonly body: Envelope<unknown>;
}

export interface TestRequest {
  readonly token?: string;
  readonly fields?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

/** A real server on a free port, to which tests bind calls and send requests. */
export interface TestApi {
  readonly api: Api;
  /** Every logged line. */
  readonly logged: Record<string, unknown>[];
  listen(): Promise<void>;
  fetch(path: string, init?: RequestInit): Promise<TestAnswer>;
  get(path: string, request?: TestRequest): Promise<TestAnswer>;
  /** Sends a form. */
  post(path: string, request?: TestRequest): Promise<TestAnswer>;
  port(): number;
  close(): Promise<void>;
}

export interface TestApiOptions {
  readonly sessions?: Authenticator;
  readonly isReady?: () => boolean;
  readonly requestsPer10s?: number;
  readonly weightPer10s?: number;
  readonly trustedProxies?: readonly string[];
  readonly connectionsPerAddress?: number;
  readonly maxConnections?: number;
  readonly appOrigins?: readonly string[];
}

export async function createTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { sessions = { authenticate: () => null }, isReady = () => true } = options;
  const {
    requestsPer10s = 0,
    weightPer10s = 0,
    trustedProxies = [],
    connectionsPerAddress = 0,
    maxConnections = 10_000,
    appOrigins = [],
  } = options;
  const { log, logged } = createTestLog();
  const server = await createHttpServer({
    settings: { standbyUrl: null, requestsPer10s, trustedProxies, connectionsPerAddress, maxConnections, appOrigins },
    log,
  });
  const port = (): number => (server.server.address() as AddressInfo).port;

  async function fetchAnswer(path: string, init?: RequestInit): Promise<TestAnswer> {
    const response = await fetch(`http://127.0.0.1:${port()}${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? (JSON.parse(text) as Envelope<unknown>) : notJson,
    };
  }

  return {
    api: { server, sessions, log, isReady, weights: createWeights(weightPer10s) },
    logged,
    port,
    listen: async () => {
      await server.listen({ port: 0, host: '127.0.0.1' });
    },
    fetch: fetchAnswer,
    get: (path, { token = '', fields = {}, headers = {} } = {}) => {
      const query = new URLSearchParams(fields).toString();
      return fetchAnswer(query === '' ? path : `${path}?${query}`, { headers: { 'access-token': token, ...headers } });
    },
    post: (path, { token = '', fields = {}, headers = {} } = {}) =>
      fetchAnswer(path, {
        method: 'POST',
        headers: { 'access-token': token, ...headers },
        body: new URLSearchParams(fields),
      }),
    close: () => server.close(),
  };
}

const notJson: Envelope<unknown> = { code: 0, message: '', data: null };

function createTestLog() {
  const logged: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { log: pino({ level: 'trace' }, stream), logged };
}
