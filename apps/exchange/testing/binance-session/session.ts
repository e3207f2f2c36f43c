import { calls } from '@fft/contract';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { expect } from 'vitest';
import { binanceTable, nameOf } from '../binance-table.ts';
import { createTestKey } from '../test-api-key.ts';
import { askBinance, queryOf, signedQuery, type Query } from '../test-binance.ts';
import { payPassword, startTestMoney } from '../test-money.ts';
import { dayMs, startTestWithdrawals, type TestWithdrawals } from '../test-withdrawals.ts';
import { waitFor } from '../wait-for.ts';
import { connectWsApi, type ApiSigner, type TestWsApi } from '../test-ws-api.ts';

export const symbol = 'BTCUSDT';

/** A message of the market streams as it came. */
export interface Received {
  readonly stream: string;
  readonly data: unknown;
}

/** What one client heard, whose times are in one unit. */
export interface Heard {
  readonly isMicroseconds: boolean;
  readonly api: TestWsApi;
  readonly market: Received[];
  readonly streams: WebSocket;
}

/** An answer or a refusal, with the name of its call. */
export interface Answered {
  readonly name: string;
  readonly door: 'rest' | 'socket';
  readonly isMicroseconds: boolean;
  readonly status: number;
  /** The body of REST, or the result or error of the WebSocket API. */
  readonly json: unknown;
  /** The message of the WebSocket API. */
  readonly message?: unknown;
}

/** Asks an entry of the table by its name in REST. */
export type Ask = (name: string, query?: Query, status?: number) => Promise<Record<string, never>>;

/** A door, and a name for what is asked there. */
export interface Asking {
  readonly ask: Ask;
  readonly door: string;
}

/** An exchange with a bot of Anna's on all of Binance's doors. Li is whom it trades with. */
export interface BinanceSession {
  readonly world: TestWithdrawals;
  readonly signer: ApiSigner;
  readonly heard: readonly Heard[];
  readonly answered: Answered[];
  /** Over REST and over the WebSocket API, each with milliseconds and with microseconds. */
  readonly askings: readonly Asking[];
  now(): number;
  /** Waits until each kind of event has come. */
  settle(): Promise<void>;
  /** Stops the exchange, which its sockets hear. */
  stop(): Promise<void>;
}

/** Streams of the market that are heard. */
const streamNames: readonly string[] = [
  ...[
    'trade',
    'aggTrade',
    'bookTicker',
    'miniTicker',
    'ticker',
    'ticker_1h',
    'ticker_4h',
    'ticker_1d',
    'avgPrice',
    'depth',
    'depth@100ms',
    'depth5',
    'depth20@100ms',
    'kline_1m',
    'kline_1d@+08:00',
    'kline_1M',
  ].map((name) => `${symbol.toLowerCase()}@${name}`),
  '!miniTicker@arr',
  '!ticker@arr',
  '!ticker_1h@arr',
];

export const table = binanceTable();

export async function startSession(): Promise<BinanceSession> {
  const world = await startTestWithdrawals(await startTestMoney({ ORDERS_PER_10S: '100000' }));
  const { anna, li, money } = world;
  const { url } = money.exchange;
  const now = () => money.clock.time;
  await li.call(calls.demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '1' });
  const expires = now() + 30 * dayMs;
  const wanted = { rights: 'read,trade,withdraw', addresses: '127.0.0.1,::1', payPassword, expires };
  const { key, secret } = await createTestKey(money.exchange, { customer: anna, name: 'anna' }, wanted);
  const signer = { apiKey: key.id, secret };
  const heard = [await hear(url, signer, now(), false), await hear(url, signer, now(), true)];
  const answered: Answered[] = [];

  const overRest =
    (isMicroseconds: boolean): Ask =>
    async (name, query = {}, status = 200) => {
      const call = table.find((each) => nameOf(each) === name);
      const [method = 'GET', path = ''] = call?.rest ?? [];
      const text = call?.security === 'none' ? queryOf(query) : signedQuery({ secret }, { timestamp: now(), ...query });
      const headers = { 'x-mbx-apikey': key.id, ...(isMicroseconds && { 'x-mbx-time-unit': 'MICROSECOND' }) };
      const answer = await askBinance(url, path, { method, query: text, headers });
      if (status !== null)
        expect([name, query, answer.status, answer.body]).toEqual([name, query, status, answer.body]);
      answered.push({ name, door: 'rest', isMicroseconds, status: answer.status, json: answer.body });
      // Answers to calls that play the session are objects.
      return answer.body as Record<string, never>;
    };
  const overSocket =
    ({ api, isMicroseconds }: Heard): Ask =>
    async (name, query = {}, status = 200) => {
      const call = table.find((each) => nameOf(each) === name);
      const method = call?.ws ?? null;
      if (method === null) return overRest(isMicroseconds)(name, query, status);
      const asked = { timestamp: now(), ...query };
      const message =
        call?.security === 'none' ? await api.ask(method, query) : await api.askSigned(signer, method, asked);
      expect([method, query, message.status, message]).toEqual([method, query, status, message]);
      const json = message.result ?? message.error;
      answered.push({ name, door: 'socket', isMicroseconds, status: message.status, json, message });
      return json as Record<string, never>;
    };
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    const closed = heard.flatMap(({ api, streams }) => [api.closed, once(streams, 'close')]);
    await money.exchange.stop();
    await Promise.all(closed);
  };
  const [inMilliseconds, inMicroseconds] = heard;
  if (!inMilliseconds || !inMicroseconds) throw new Error('both have connected');
  return {
    world,
    signer,
    heard,
    answered,
    now,
    askings: [
      { ask: overRest(false), door: 'rest' },
      { ask: overRest(true), door: 'rest-micro' },
      { ask: overSocket(inMilliseconds), door: 'socket' },
      { ask: overSocket(inMicroseconds), door: 'socket-micro' },
    ],
    settle: async () => {
      await anna.call(calls.demo.faucet, { requestId: 'more', coin: 'ETH', amount: '0.5' });
      const expected = ['balanceUpdate', 'executionReport', 'listStatus', 'outboundAccountPosition'];
      for (const { api, market } of heard) {
        const kinds = () => new Set(api.events.map(({ event }) => String(event['e'])));
        await waitFor(() => expect([...kinds()]).toEqual(expect.arrayContaining(expected)));
        const shown = () => new Set(market.map(({ stream }) => stream));
        await waitFor(() => expect([...shown()].toSorted()).toEqual(streamNames.toSorted()));
      }
    },
    stop: () => (stopped ??= stop()),
  };
}

async function hear(url: string, signer: ApiSigner, timestamp: number, isMicroseconds: boolean): Promise<Heard> {
  const unit = isMicroseconds ? 'timeUnit=MICROSECOND' : '';
  const api = await connectWsApi(url, `/ws-api/v3?${unit}`);
  const subscribed = await api.askSigned(signer, 'userDataStream.subscribe.signature', { timestamp });
  expect(subscribed).toMatchObject({ status: 200 });
  const market: Received[] = [];
  const names = streamNames.join('/');
  const streams = new WebSocket(`${url.replace('http', 'ws')}/stream?streams=${names}&${unit}`);
  streams.on('message', (data: Buffer) => market.push(JSON.parse(data.toString()) as Received));
  await once(streams, 'open');
  return { isMicroseconds, api, market, streams };
}
