import { createStream, RefusedError } from '@fft/client';
import { calls, Code, type CallInput } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../../testing/test-exchange.ts';
import { createTestTrader, type TestTrader } from '../../testing/test-trader.ts';
import { connectWsApi } from '../../testing/test-ws-api.ts';

type Create = CallInput<typeof calls.trade.create>;

let exchange: TestExchange;
let anna: TestTrader;

beforeAll(async () => {
  // Without a budget, so that only the check of form keeps orders out of the journal.
  exchange = await startTestExchange({ REJECTIONS_PER_10S: '0' });
  anna = await createTestTrader(exchange, 'anna', { USDT: '50000' });
});
afterAll(() => exchange.stop());

interface JournalSize {
  readonly entries: number;
  readonly bytes: number;
}

/** The journal's entries and their bytes. */
async function journalSize({ database } = exchange): Promise<JournalSize> {
  const { rows } = await database.pool.query<JournalSize>(
    'select count(*)::int as entries, sum(length(bytes))::int as bytes from journal_entry',
  );
  return rows[0] ?? { entries: 0, bytes: 0 };
}

const sound = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '90000', quantity: '0.001' } as const;
const past = Date.now() - 60_000;

/** Fields that the market's rules refuse, with the refusal of the native call and the code of Binance's. */
const malformed: readonly (readonly [Partial<Create>, object])[] = [
  [
    { price: '100', quantity: '0.00001' },
    { code: Code.amountOutOfRange, data: { min: '5.000000', field: 'amount' } },
  ],
  [{ quantity: '101' }, { code: Code.amountOutOfRange, data: { max: '100.00000', field: 'quantity' } }],
  [{ quantity: '99' }, { code: Code.amountOutOfRange, data: { max: '5000000.000000', field: 'amount' } }],
  [{ visibleQuantity: '0.00001', quantity: '0.1' }, { code: Code.amountOutOfRange }],
];
/** A socket that sends many of these is closed. */
const nonsense: typeof malformed = [
  [{ expiresAt: past }, { code: Code.badRequest }],
  [{ postOnly: true, timeInForce: 'IOC' }, { code: Code.badRequest }],
];

let orders = 0;
function malformedOrder(kinds = malformed): { readonly order: Create; readonly refusal: object } {
  const [fields, refusal] = kinds[orders % kinds.length] ?? [{}, {}];
  return { order: { ...sound, ...fields, clientOrderId: `bad-${++orders}` }, refusal };
}

const binanceOrder = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' } as const;
const binanceMalformed = [
  [
    { price: '100', quantity: '0.00001' },
    { code: -1013, msg: 'Filter failure: NOTIONAL' },
  ],
  [
    { price: '90000', quantity: '101' },
    { code: -1013, msg: 'Filter failure: LOT_SIZE' },
  ],
  [
    { price: '90000', quantity: '0.1', icebergQty: '0.00001' },
    { code: -1013, msg: 'Filter failure: ICEBERG_PARTS' },
  ],
] as const;

async function inWaves(count: number, send: (index: number) => Promise<unknown>): Promise<void> {
  const wave = 50;
  for (let begun = 0; begun < count; begun += wave) {
    await Promise.all(Array.from({ length: Math.min(wave, count - begun) }, (_, index) => send(begun + index)));
  }
}

const refusedBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('the order was not refused'),
    (error: unknown) => error,
  );

describe('1,000 orders that are refused for their form leave the journal as it is', () => {
  const count = 1_000;

  test('by HTTP', async () => {
    const before = await journalSize();
    await inWaves(count, async () => {
      const { order, refusal } = malformedOrder([...malformed, ...nonsense]);
      const refused = await refusedBy(anna.customer.call(calls.trade.create, order));
      expect(refused).toBeInstanceOf(RefusedError);
      expect(refused).toMatchObject(refusal);
    });
    expect(await journalSize()).toEqual(before);
  }, 60_000);

  test('by the socket', async () => {
    const stream = createStream({ url: `${exchange.url.replace('http', 'ws')}/ws`, token: () => anna.customer.token });
    const before = await journalSize();
    await inWaves(count, async () => {
      const { order, refusal } = malformedOrder();
      expect(await refusedBy(stream.call('create', order))).toMatchObject(refusal);
    });
    stream.close();
    expect(await journalSize()).toEqual(before);
  }, 60_000);

  test("by Binance's REST API", async () => {
    const before = await journalSize();
    await inWaves(count, async (index) => {
      const [fields, error] = binanceMalformed[index % binanceMalformed.length] ?? binanceMalformed[0];
      const { status, body } = await anna.ask('POST', '/api/v3/order', { ...binanceOrder, ...fields });
      expect([status, body]).toEqual([400, error]);
    });
    expect(await journalSize()).toEqual(before);
  }, 60_000);

  test("by Binance's WebSocket API", async () => {
    const api = await connectWsApi(exchange.url);
    const signer = { apiKey: anna.key.key.id, secret: anna.key.secret };
    const before = await journalSize();
    await inWaves(count, async (index) => {
      const [fields, error] = binanceMalformed[index % binanceMalformed.length] ?? binanceMalformed[0];
      const answered = await api.askSigned(signer, 'order.place', { ...binanceOrder, ...fields });
      expect(answered).toMatchObject({ status: 400, error });
    });
    api.socket.close();
    expect(await journalSize()).toEqual(before);
  }, 60_000);
});

test('pairs, amendments and transfers that are refused for their form leave the journal as it is', async () => {
  const { id } = await anna.customer.call(calls.trade.create, { ...sound, clientOrderId: 'to-amend' });
  const before = await journalSize();
  const tooMuch = { code: Code.amountOutOfRange };
  const amended = anna.customer.call(calls.trade.amend, { id, price: '90000', quantity: '101' });
  expect(await refusedBy(amended)).toMatchObject(tooMuch);
  const pair = { symbol: 'BTC/USDT', side: 'buy', price: '80000', quantity: '101', stopPrice: '100000' } as const;
  const ids = { clientOrderId: 'leg', stopClientOrderId: 'stop', stopLimitPrice: '100100' };
  expect(await refusedBy(anna.customer.call(calls.trade.createPair, { ...pair, ...ids }))).toMatchObject(tooMuch);
  expect(await journalSize()).toEqual(before);
  await anna.customer.call(calls.trade.cancel, { id });
});

describe('the id of an order', () => {
  test('is free after a refusal for form: the order may be mended and sent again', async () => {
    const order = { ...sound, clientOrderId: 'mended' };
    for (let time = 0; time < 2; time += 1) {
      const refused = await refusedBy(anna.customer.call(calls.trade.create, { ...order, quantity: '101' }));
      expect(refused).toMatchObject({ code: Code.amountOutOfRange });
    }
    expect(await anna.customer.call(calls.trade.create, order)).toMatchObject({ state: 'processing' });
  });

  test('keeps its first answer once it has one, whatever the form of what comes after', async () => {
    const order = { ...sound, clientOrderId: 'kept' };
    const placed = await anna.customer.call(calls.trade.create, order);
    const other = await refusedBy(anna.customer.call(calls.trade.create, { ...order, quantity: '101' }));
    expect(other).toMatchObject({ code: Code.conflict });
    expect(await anna.customer.call(calls.trade.create, order)).toEqual(placed);
  });
});

describe('a flood of orders that the books refuse', () => {
  const rejectionsPer10s = 20;
  let limited: TestExchange;

  beforeAll(async () => {
    limited = await startTestExchange({ REJECTIONS_PER_10S: String(rejectionsPer10s) });
  });
  afterAll(() => limited.stop());

  test('adds no more to the journal than the budget, and neither another customer nor the sender is shut out', async () => {
    const flooding = await createTestTrader(limited, 'flooding', { USDT: '50000' });
    const li = await createTestTrader(limited, 'li', { USDT: '50000' });
    const poor = { ...sound, quantity: '5' };
    const [before, begun] = [await journalSize(limited), performance.now()];
    let placed = 0;
    for (let sent = 0; sent < 500; sent += 1) {
      const refused = await refusedBy(
        flooding.customer.call(calls.trade.create, { ...poor, clientOrderId: `poor-${sent}` }),
      );
      expect(refused).toMatchObject({ code: Code.insufficientBalance });
      if (sent % 2 === 0) {
        const { status, body } = await flooding.ask('DELETE', '/api/v3/order', { symbol: 'BTCUSDT', orderId: 999_999 });
        expect([status, body]).toEqual([400, { code: -2011, msg: 'Unknown order sent.' }]);
      }
      if (sent % 50 !== 49) continue;
      const order = { ...sound, clientOrderId: `sound-${sent}` };
      for (const trader of [flooding, li]) {
        const { id } = await trader.customer.call(calls.trade.create, order);
        await trader.customer.call(calls.trade.cancel, { id });
        placed += 1;
      }
    }
    const seconds = (performance.now() - begun) / 1_000;
    const grown = (await journalSize(limited)).entries - before.entries;
    expect(placed).toBe(20);
    // Each order and its cancellation is an entry; what refilled while the flood went on may be spent too.
    expect(grown - 2 * placed).toBeLessThanOrEqual(Math.ceil(rejectionsPer10s * (1 + seconds / 10)));
    expect(grown - 2 * placed).toBeGreaterThan(0);
  }, 120_000);
});
