import { calls, Code, sessionMark, sessionMarkHeader, type Call, type Envelope } from '@fft/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { connectWsApi } from '../../testing/test-ws-api.ts';
import { startTestExchange, type TestExchange } from '../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../testing/test-trader.ts';

/** What isn't understood, or was typed for another customer, does nothing: two resting orders in two markets stay as they are. */
let exchange: TestExchange;
let anna: TestTrader;
let li: TestTrader;
let orders = 0;

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await createTestTrader(exchange, 'anna', { USDT: '50000' });
  li = await createTestTrader(exchange, 'li', { USDT: '50000' });
});
afterAll(() => exchange.stop());

const bid = (symbol: string, price: string, quantity: string) => ({
  clientOrderId: `bid-${++orders}`,
  symbol,
  side: 'buy' as const,
  type: 'limit' as const,
  price,
  quantity,
});
const open = async (who: TestTrader): Promise<string[]> =>
  (await who.customer.call(calls.trade.openOrders, {})).items.map(({ symbol }) => symbol).toSorted();
const both = ['BTC/USDT', 'ETH/USDT'];

beforeEach(async () => {
  if ((await open(anna)).join() === both.join()) return;
  await anna.customer.call(calls.trade.cancelAll, { symbol: 'all' });
  await anna.customer.call(calls.trade.create, bid('BTC/USDT', '90000', '0.01'));
  await anna.customer.call(calls.trade.create, bid('ETH/USDT', '3000', '0.1'));
});

async function post(call: Call, body: string, headers: Record<string, string> = {}): Promise<Envelope<unknown>> {
  const answer = await fetch(`${exchange.url}${call.path}`, {
    method: 'POST',
    headers: { 'access-token': anna.customer.token, 'content-type': 'application/json', ...headers },
    body,
  });
  return (await answer.json()) as Envelope<unknown>;
}

/** The calls whose optional field narrows what they do, each with what it must not be mistaken for. */
const narrowed: readonly (readonly [call: Call, field: string, value: string, rest: Record<string, unknown>])[] = [
  [calls.trade.cancelAll, 'symbol', 'BTC/USDT', {}],
  [calls.trade.setCancelTimer, 'symbol', 'BTC/USDT', { timeoutMs: 1 }],
  [calls.trade.create, 'stopPrice', '99000', { ...bid('BTC/USDT', '100000', '0.01'), clientOrderId: 'stop' }],
  [calls.trade.create, 'postOnly', 'true', { ...bid('BTC/USDT', '89000', '0.01'), clientOrderId: 'post-only' }],
  [
    calls.trade.create,
    'expiresAt',
    '4102444800000',
    { ...bid('BTC/USDT', '89000', '0.01'), clientOrderId: 'expiring' },
  ],
];

describe.each(narrowed)('%# of the calls that a field narrows', (call, field, value, rest) => {
  const misspelled = field.charAt(0).toUpperCase() + field.slice(1);

  test.each([
    ['misspelled', { ...rest, [misspelled]: value }, misspelled],
    ['with a blank behind its name', { ...rest, [`${field} `]: value }, `${field} `],
    ['null', { ...rest, [field]: null }, field],
    ['a list', { ...rest, [field]: [value] }, field],
    ['an object', { ...rest, [field]: { value } }, field],
  ])('refuses the field: %s', async (_how, fields, named) => {
    const answer = await post(call, JSON.stringify(fields));
    expect(answer).toMatchObject({
      code: Code.badRequest,
      data: { fields: { [named]: expect.any(String) as unknown } },
    });
    expect(await open(anna)).toEqual(both);
  });
});

test.each(['42', 'null', '[]', '"BTC/USDT"', '["BTC/USDT"]'])('cancels nothing for the body %s', async (body) => {
  expect(await post(calls.trade.cancelAll, body)).toMatchObject({
    code: Code.badRequest,
    message: '请以表单或 JSON 对象提交字段',
    data: { fields: { body: '请以表单或 JSON 对象提交字段' } },
  });
  expect(await open(anna)).toEqual(both);
});

test.each([calls.trade.cancelAll, calls.trade.setCancelTimer])(
  '$path needs `all` to act on all markets',
  async (call) => {
    for (const body of ['', '{}', '{"symbol":""}', '{"symbol":null}', '{"symbol":"ALL"}', '{"symbol":"*"}']) {
      expect(await post(call, body)).toMatchObject({
        code: Code.badRequest,
        data: { fields: { symbol: expect.any(String) as unknown } },
      });
    }
    expect(await open(anna)).toEqual(both);
  },
);

test('cancels the orders of all markets for `all`', async () => {
  expect(await post(calls.trade.cancelAll, '{"symbol":"all"}')).toMatchObject({
    code: Code.ok,
    data: { cancelled: 2 },
  });
});

describe('Binance’s door', () => {
  const symbol = 'BTCUSDT';

  test.each([
    ['misspelled', { Symbol: symbol }, -1102],
    ['empty', { symbol: '' }, -1102],
    ['beside an unknown one', { symbol, side: 'BUY' }, -1101],
  ])('refuses a parameter: %s', async (_how, query, code) => {
    expect((await anna.ask('DELETE', '/api/v3/openOrders', query)).body).toMatchObject({ code });
    const api = await connectWsApi(exchange.url);
    const signer = { apiKey: anna.key.key.id, secret: anna.key.secret };
    expect(await api.askSigned(signer, 'openOrders.cancelAll', query)).toMatchObject({ error: { code } });
    api.socket.close();
    expect(await open(anna)).toEqual(both);
  });
});

describe('what was typed for another session', () => {
  const other = { [sessionMarkHeader]: sessionMark('another') };
  const own = (): Record<string, string> => ({ [sessionMarkHeader]: sessionMark(anna.customer.token) });

  test('is refused over HTTP, on the fast way too, and nothing is done', async () => {
    const order = JSON.stringify({ ...bid('BTC/USDT', '89000', '0.01'), lang: 'en' });
    const all = JSON.stringify({ symbol: 'all' });
    expect(await post(calls.trade.create, order, other)).toMatchObject({ code: Code.otherSession, data: null });
    expect(await post(calls.trade.cancelAll, all, other)).toMatchObject({
      code: Code.otherSession,
      message: '此设备已登录其他账户，本次操作未执行。请确认当前账户后重新操作',
    });
    expect(await open(anna)).toEqual(both);
    expect(await post(calls.trade.create, order, own())).toMatchObject({ code: Code.ok });
    expect(await post(calls.trade.cancelAll, all, own())).toMatchObject({ code: Code.ok, data: { cancelled: 3 } });
  });

  test('is refused over the socket’s order channel, and nothing is done', async () => {
    const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/ws`);
    const answers: Record<string, unknown>[] = [];
    socket.on('message', (data: Buffer) => answers.push(JSON.parse(data.toString()) as Record<string, unknown>));
    await new Promise((resolve) => socket.once('open', resolve));
    const say = (message: object): void => socket.send(JSON.stringify(message));
    const params = bid('BTC/USDT', '89000', '0.01');
    const wrong = sessionMark(anna.customer.token);
    say({ op: 'auth', id: 1, token: li.customer.token });
    say({ op: 'create', id: 2, sessionMark: wrong, params });
    say({ op: 'createMany', id: 3, sessionMark: wrong, params: { orders: [params] } });
    say({ op: 'create', id: 4, params: { ...params, StopPrice: '1' } });
    say({ op: 'create', id: 5, sessionMark: sessionMark(li.customer.token), params });
    await expect.poll(() => answers.find(({ id }) => id === 5)).toMatchObject({ code: Code.ok });
    const byId = new Map(answers.map((answer) => [answer['id'], answer]));
    expect(byId.get(2)).toMatchObject({ code: Code.otherSession });
    expect(byId.get(3)).toMatchObject({ code: Code.ok, data: [{ code: Code.otherSession }] });
    expect(byId.get(4)).toMatchObject({ code: Code.badRequest });
    socket.close();
    expect(await open(li)).toEqual(['BTC/USDT']);
  });
});
