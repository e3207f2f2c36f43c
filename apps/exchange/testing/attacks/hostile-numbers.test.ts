import { createStream, RefusedError } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { calls, type Call, type CallInput, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MoneyCustomer } from '../test-money.ts';
import { startTestConsole, type TestConsole } from '../test-console.ts';

/** Ticks and lots that are not powers of ten: the ledger can hold a number of ticks whose price cannot be printed. */
const oddMarkets = [
  { symbol: 'LTC/USD', tick: '0.5', lot: '0.25', maxQuantity: '1000000' },
  { symbol: 'SOL/USD', tick: '0.05', lot: '0.3', maxQuantity: '900000' },
  { symbol: 'POL/USD', tick: '10', lot: '7', maxQuantity: '7000000' },
  { symbol: 'POL/CNY', tick: '0.75', lot: '12', maxQuantity: '12000000' },
] as const;

const numbers = [
  ...Array.from({ length: 22 }, (_, index) => '9'.repeat(index + 1)),
  ...Array.from({ length: 17 }, (_, index) => `${'9'.repeat(index + 1)}.5`),
  ...Array.from({ length: 20 }, (_, index) => `0.${'0'.repeat(index)}1`),
  '9007199254740991',
  '9007199254740992',
  '9007199254740990.5',
  '4503599627370495.5',
  '450359962737049.55',
  '900719925470',
  '999999999990',
  '99999990',
  '12000000',
  '900719925474.05',
  '18446744073709551616',
  '99999999999999999999.999999999999999999',
  '999999999999.999999999999999999',
  '0',
  '0.0',
  '000000000010',
];

let fft: TestConsole;
let anna: MoneyCustomer;
let orders = 0;

beforeAll(async () => {
  fft = await startTestConsole();
  anna = await fft.money.customer('anna', 'en', { LTC: '100', SOL: '60', POL: '25000', USDT: '15000' });
  for (const market of oddMarkets) {
    await fft.by.market.call(consoleCalls.markets.openMarket, { ...market, minAmount: '0', maxAmount: '1000000000' });
  }
  await fft.agreeAll('market');
});
afterAll(() => fft.money.exchange.stop());

/** Returns the code of a call's answer, which must not be an internal error. */
async function codeOf<C extends Call>(call: C, input: CallInput<C>): Promise<number> {
  const error = await anna.call(call, input).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return Code.ok;
  if (!(error instanceof RefusedError)) return expect.unreachable(`${call.path} was not answered`);
  expect(error.code, `${call.path} ${JSON.stringify(input)}`).not.toBe(Code.internal);
  return error.code;
}

const { trade, watchlist } = calls;
const newId = () => `odd-${++orders}`;

describe.each(oddMarkets)('$symbol, whose tick is $tick and whose lot is $lot', ({ symbol, lot }) => {
  test('accepts or refuses every number, shows accepted ones exactly, and keeps running', async () => {
    const seen: string[] = [];
    const stream = createStream({ url: `${fft.money.exchange.url.replace('http', 'ws')}/ws`, token: () => anna.token });
    stream.subscribe('orders', (changed) => seen.push(...changed.map(({ clientOrderId }) => clientOrderId)));
    await stream.call('cancel', { id: '1' }).catch(() => undefined);
    const taken = new Map<string, string>();
    const codes = new Set<number>();
    for (const number of numbers) {
      const clientOrderId = newId();
      const stop = { clientOrderId, symbol, side: 'sell', type: 'market', quantity: lot } as const;
      const code = await codeOf(trade.create, { ...stop, stopPrice: number, stopDirection: 'rising' });
      codes.add(code);
      if (code === Code.ok) taken.set(clientOrderId, number);
      const limit = { symbol, type: 'limit', side: 'sell' } as const;
      codes.add(await codeOf(trade.create, { ...limit, clientOrderId: newId(), price: number, quantity: lot }));
      codes.add(await codeOf(trade.create, { ...limit, clientOrderId: newId(), price: '30', quantity: number }));
      const iceberg = { ...limit, clientOrderId: newId(), price: '30', quantity: lot, visibleQuantity: number };
      codes.add(await codeOf(trade.create, iceberg));
      const buy = { symbol, side: 'buy', type: 'market', clientOrderId: newId(), amount: number } as const;
      codes.add(await codeOf(trade.create, buy));
      for (const odd of [{ price: number }, { stopPrice: number }, { stopLimitPrice: number }, { quantity: number }]) {
        const pair = { clientOrderId: newId(), stopClientOrderId: newId(), price: '60', stopPrice: '30' };
        codes.add(await codeOf(trade.createPair, { symbol, side: 'sell', quantity: lot, ...pair, ...odd }));
      }
      codes.add(await codeOf(trade.amend, { clientOrderId, price: number, quantity: number }));
      codes.add(await codeOf(trade.depth, { symbol, step: number }));
      codes.add(await codeOf(watchlist.createAlert, { symbol, price: number }));
      await codeOf(trade.cancelAll, { symbol });
    }
    expect(codes).toContain(Code.ok);
    expect(codes).toContain(Code.offStep);
    expect(codes).toContain(Code.amountOutOfRange);
    expect(taken.size).toBeGreaterThan(1);
    const shown = new Map<string, string>();
    for (let cursor: string | undefined; ;) {
      const page = await anna.call(trade.history, { symbol, limit: 100, ...(cursor !== undefined && { cursor }) });
      for (const { clientOrderId, stopPrice = '' } of page.items) shown.set(clientOrderId, stopPrice);
      if (page.next === null) break;
      cursor = page.next;
    }
    for (const [id, number] of taken) expect(Number(shown.get(id))).toBe(Number(number));
    await expect.poll(() => [...taken.keys()].filter((id) => !seen.includes(id))).toEqual([]);
    stream.close();
    expect([...fft.money.exchange.incidents.counts]).toEqual([]);
  });
});

test('an order row whose price exceeds 2^53 is still shown', async () => {
  const { db } = fft.money.exchange.database;
  const [{ symbol, lot }] = oddMarkets;
  const clientOrderId = newId();
  const stop = { clientOrderId, symbol, side: 'sell', type: 'market', quantity: lot } as const;
  await anna.call(trade.create, { ...stop, stopPrice: '100', stopDirection: 'rising' });
  await anna.call(trade.history, { clientOrderId });
  const largest = Number.MAX_SAFE_INTEGER;
  // The words of a limit order that sells once the price has risen.
  const unprintable = { stop_ticks: largest, quantity_lots: largest, price_ticks: largest, choices: 128 };
  await db.updateTable('orders').set(unprintable).where('client_order_id', '=', clientOrderId).execute();
  const { items } = await anna.call(trade.history, { clientOrderId });
  expect(items).toMatchObject([{ clientOrderId, stopPrice: '4503599627370495.5', quantity: '2251799813685247.75' }]);
});

describe('rules of a market', () => {
  const rules = { symbol: 'ETH/LTC', tick: '0.5', lot: '0.01', maxQuantity: '1000', minAmount: '1', maxAmount: '1000' };
  const rows = [
    ['tick', '999999999999.999999999999999999'],
    ['tick', '123456789012.1'],
    ['tick', '0'],
    ['tick', '9'.repeat(20)],
    ['tick', '0.000000000000000001'],
    ['lot', '999999999999999'],
    ['lot', '0'],
    ['lot', '0.000000001'],
    ['maxQuantity', '999999999999999'],
    ['maxQuantity', '0.015'],
    ['maxQuantity', '0'],
    ['minAmount', '9007199254740993'],
    ['maxAmount', '9999999999999999'],
    ['maxAmount', '0'],
    ['minAmount', '1001'],
    ['symbol', 'ETH/ETH'],
    ['symbol', 'ETH/ZZZ'],
  ] as const;
  test.each(rows)('%s %s is refused at its field', async (field, value) => {
    const opened = fft.by.market.call(consoleCalls.markets.openMarket, { ...rules, [field]: value });
    await expect(opened).rejects.toMatchObject({
      code: Code.badRequest,
      data: { fields: { [field]: expect.any(String) as string } },
    });
  });
});
