import { calls, streamCalls, streamData, streamPath, streamRequest } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { fromJSONSchema } from 'zod';
import { waitFor } from '../../../testing/wait-for.ts';
import { startTestExchange, type TestExchange } from '../../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../../testing/test-trader.ts';

/** The description of the socket, held against what a real socket says. */
type Json = Readonly<Record<string, unknown>>;
interface Document {
  readonly asyncapi: string;
  readonly channels: { readonly socket: { readonly address: string; readonly messages: Json } };
  readonly operations: Readonly<Record<string, { readonly action: string; readonly summary: string }>>;
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly payload: Json }>>;
    readonly schemas: Json;
  };
}

let exchange: TestExchange;
let maker: TestTrader;
let taker: TestTrader;
let document: Document;
beforeAll(async () => {
  exchange = await startTestExchange();
  maker = await createTestTrader(exchange, 'maker', { BTC: '0.01' });
  taker = await createTestTrader(exchange, 'taker', { USDT: '5000' });
  document = (await (await fetch(`${exchange.url}/api/asyncapi.json`)).json()) as Document;
});
afterAll(() => exchange.stop());

/** Why a message breaks its description; null if it doesn't. */
function faultOf(name: string, message: unknown): string | null {
  const payload = document.components.messages[name]?.payload;
  if (payload === undefined) return `${name} is not described`;
  const text = JSON.stringify({ ...payload, $defs: document.components.schemas });
  const schema = fromJSONSchema(
    JSON.parse(text.replaceAll('#/components/schemas/', '#/$$defs/')) as Parameters<typeof fromJSONSchema>[0],
  );
  const { error } = schema.safeParse(message);
  return error === undefined ? null : `${name} ${JSON.stringify(message)}: ${JSON.stringify(error.issues)}`;
}

test('names every request, answer and push of the contract, with a sentence in both languages', async () => {
  expect([document.asyncapi, document.channels.socket.address]).toEqual(['3.0.0', streamPath]);
  const ops = streamRequest().def.options.map((option) => option.shape.op.def.values[0]);
  const requests = [...ops, ...Object.keys(streamCalls), 'createMany'];
  const messages = requests
    .flatMap((name) => [`${name}Request`, `${name}Answer`])
    .concat('errorAnswer', ...Object.keys(streamData).map((name) => `${name}Push`));
  expect(Object.keys(document.components.messages).toSorted()).toEqual(messages.toSorted());
  expect(Object.keys(document.channels.socket.messages).toSorted()).toEqual(messages.toSorted());
  const chinese = (await (await fetch(`${exchange.url}/api/asyncapi.json?lang=zh`)).json()) as Document;
  for (const [name, { summary }] of Object.entries(document.operations)) {
    expect([name, summary]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)]);
    expect(chinese.operations[name]?.summary).toMatch(/[\u4e00-\u9fff].*。$/);
  }
});

test('a real socket sends and takes what the description says', async () => {
  const sent: Json[] = [];
  const heard: Json[] = [];

  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}${streamPath}`);
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as Json));
  await new Promise((resolve) => socket.once('open', resolve));
  const say = (message: Json): void => {
    sent.push(message);
    socket.send(JSON.stringify(message));
  };
  const bid = (clientOrderId: string, price: string): Json => ({
    clientOrderId,
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    price,
    quantity: '0.001',
  });
  say({ op: 'auth', id: 1, token: taker.customer.token });
  await waitFor(() => expect(heard.some(({ id }) => id === 1)).toBe(true));
  const markets = ['ticker', 'ticker:BTC/USDT', 'depth:BTC/USDT', 'trades:BTC/USDT', 'kline:BTC/USDT:1m'];
  say({ op: 'subscribe', id: 2, channels: [...markets, 'orders', 'balances', 'alerts', 'messages'] });
  say({ op: 'cancelOnDisconnect', id: 3, on: false });
  say({ op: 'create', id: 4, lang: 'en', params: bid('one', '90000') });
  say({ op: 'cancel', id: 5, params: { clientOrderId: 'one' } });
  say({ op: 'cancel', id: 6, params: { clientOrderId: 'absent' } });
  say({ op: 'createMany', id: 7, params: { orders: [bid('two', '90000'), bid('three', '1e5')] } });
  await waitFor(() => expect(heard.some(({ id }) => id === 7)).toBe(true));
  const order = { clientOrderId: 'ask', symbol: 'BTC/USDT', side: 'sell', type: 'limit' } as const;
  await taker.customer.call(calls.watchlist.createAlert, { symbol: 'BTC/USDT', price: '91000' }).catch(() => undefined);
  await maker.customer.call(calls.trade.create, { ...order, price: '91000', quantity: '0.001' });
  say({ op: 'create', id: 8, params: bid('taken', '91000') });
  say({ op: 'unsubscribe', id: 9, channels: ['alerts'] });
  socket.send('no request');
  say({ op: 'ping', id: 10 });
  const kinds = ['ticker', 'depth', 'trades', 'kline', 'orders', 'balances'];
  const kindOf = ({ channel }: Json): string => String(channel).split(':')[0] ?? '';
  await waitFor(() => expect(heard.map(kindOf)).toEqual(expect.arrayContaining(kinds)));
  await waitFor(() => expect(heard.some(({ id }) => id === 10)).toBe(true));
  socket.close();

  const faults = heard.map((message) =>
    faultOf(
      'op' in message ? `${String(message['op'])}Answer` : `${String(message['channel']).split(':')[0]}Push`,
      message,
    ),
  );
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
  const ops = new Set(heard.map(({ op }) => op).filter((op) => op !== undefined));
  expect(ops.size).toBe(sent.map(({ op }) => op).filter((op, at, all) => all.indexOf(op) === at).length + 1);

  expect(sent.map((message) => faultOf(`${String(message['op'])}Request`, message)).filter(Boolean)).toEqual([
    // Its price is refused, in an answer of its own.
    expect.stringContaining('1e5'),
  ]);
});

test('a message that breaks its description is found', () => {
  const push = { channel: 'depth:BTC/USDT', seq: 1, data: { kind: 'diff', bids: [['1']], asks: [], time: 1 } };
  expect(faultOf('depthPush', push)).toContain('depthPush');
  expect(faultOf('depthPush', { ...push, data: { ...push.data, bids: [['1', '2']] } })).toBeNull();
  expect(faultOf('createAnswer', { op: 'create', code: 'ok', message: '', time: 1 })).toContain('createAnswer');
});
