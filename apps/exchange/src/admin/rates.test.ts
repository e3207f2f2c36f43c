import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import { readAudit } from '../audit/audit.ts';

let it: TestConsole;
let one: TestOperator;
let two: TestOperator;
const { markets, operators } = consoleCalls;
const halfDayMs = 43_200_000;

beforeAll(async () => {
  it = await startTestConsole();
  one = it.by.market;
  two = await it.operator('second.market', 'market');
});
afterAll(() => it.money.exchange.stop());

const set = (unit: string, perUsdt: string, by = one) => by.call(markets.setRate, { unit, perUsdt });
const shown = async (unit: string) => (await it.money.exchange.anybody.call(calls.market.rates, {})).rates[unit];
const open = async (by = two) => (await by.call(operators.approvals, {})).items;
async function passTime(ms: number): Promise<void> {
  it.money.clock.time += ms;
  one = await it.enter('the.market', it.by.market.secret);
  two = await it.enter('second.market', two.secret);
}

test.each(['ETH', 'BTC', 'XRP', 'SOL', 'XAU', 'XDR', 'AAA'])(
  '%s has no rate: it is no money of a country',
  async (unit) => {
    await expect(set(unit, '1000000000')).rejects.toMatchObject({ code: Code.badRequest });
    expect(await shown(unit)).toBeUndefined();
    expect(await open()).toEqual([]);
  },
);

test.each(['0', '0.0000000000001', '1'.repeat(13), '-1', '1e9', 'NaN'])('%s is no rate', async (perUsdt) => {
  await expect(set('CNY', perUsdt)).rejects.toMatchObject({ code: Code.badRequest });
});

test('one operator moves a rate by a tenth within a day, in however many steps; further takes a second', async () => {
  expect(await set('CNY', '7.8')).toEqual({ state: 'set' });
  await expect.poll(() => shown('CNY')).toBe('7.8');
  // 7.12 was there within the day.
  expect(await set('CNY', '7.85')).toEqual({ state: 'waitsForSecond' });
  await expect(set('CNY', '6.5')).rejects.toMatchObject({ code: Code.conflict });
  expect(await shown('CNY')).toBe('7.8');
  const [proposal] = await open();
  expect(proposal).toMatchObject({ act: 'rate', target: 'rate CNY', input: { unit: 'CNY', perUsdt: '7.85' } });
  const agree = (by: TestOperator) => by.call(operators.decide, { id: proposal?.id ?? 0, agree: true });
  await expect(agree(one)).rejects.toMatchObject({ code: Code.conflict });
  await expect(agree(it.by.treasury)).rejects.toMatchObject({ code: 403 });
  await agree(two);
  await expect.poll(() => shown('CNY')).toBe('7.85');
  await passTime(halfDayMs);
  expect(await set('CNY', '8.5')).toEqual({ state: 'waitsForSecond' });
  const [again] = await open();
  await two.call(operators.decide, { id: again?.id ?? 0, agree: false });
  await passTime(halfDayMs + 1);
  expect(await set('CNY', '8.5')).toEqual({ state: 'set' });
});

test('of many small changes at once, those are made that stay within the tenth', async () => {
  const steps = ['0.99', '0.95', '1.05', '1.09', '1.1', '1.2', '1.3'];
  const answers = await Promise.allSettled(steps.map((perUsdt) => set('USD', perUsdt)));
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  const usd = Number(await shown('USD'));
  expect(usd).toBeGreaterThanOrEqual(0.9);
  expect(usd).toBeLessThanOrEqual(1.1);
  for (const { id } of await open()) await two.call(operators.decide, { id, agree: false });
});

test('a first rate takes two; removed it is gone, and is a first rate again', async () => {
  expect(await set('JPY', '150')).toEqual({ state: 'waitsForSecond' });
  const [proposal] = await open();
  await two.call(operators.decide, { id: proposal?.id ?? 0, agree: true });
  await expect.poll(() => shown('JPY')).toBe('150');
  await one.call(markets.removeRate, { unit: 'JPY' });
  await expect.poll(() => shown('JPY')).toBeUndefined();
  expect(await readAudit(it.money.exchange.database.db, { limit: 1 })).toMatchObject([
    { operator: 'the.market', act: 'rate.remove', target: 'rate JPY', before: '150' },
  ]);
  expect(await set('JPY', '151')).toEqual({ state: 'waitsForSecond' });
  await expect(one.call(markets.removeRate, { unit: 'JPY' })).rejects.toMatchObject({ code: Code.notFound });
  await expect(one.call(markets.removeRate, { unit: 'CNY' })).rejects.toMatchObject({ code: Code.conflict });
  await one.call(markets.removeRate, { unit: 'HKD' });
  await it.money.exchange.restart();
  expect([await shown('HKD'), await shown('EUR')]).toEqual([undefined, '0.92']);
});

test('what an older release let be written is passed over, and can be removed', async () => {
  const { db } = it.money.exchange.database;
  await db
    .insertInto('rates')
    .values([
      { unit: 'ETH', per_usdt: '1000000000' },
      { unit: 'CHF', per_usdt: '0.9000000000000001' },
    ])
    .execute();
  await db.updateTable('rates').set({ per_usdt: '7.0000000000000001' }).where('unit', '=', 'CNY').execute();
  await it.money.exchange.restart();
  expect([await shown('ETH'), await shown('CHF'), await shown('CNY')]).toEqual([undefined, undefined, '7.12']);
  await one.call(markets.removeRate, { unit: 'ETH' });
  expect(await db.selectFrom('rates').selectAll().where('unit', '=', 'ETH').execute()).toEqual([]);
});

test('who works at markets sees the proposals about markets alone', async () => {
  const { id } = await it.money.exchange.register('carl');
  const credit = { kind: 'received', account: 'coin', coin: 'USDT', amount: '1', reference: 'x' } as const;
  const treasury = await it.enter('the.treasury', it.by.treasury.secret);
  await treasury.call(consoleCalls.treasury.adjust, { ...credit, customer: Number(id) });
  expect((await open()).map(({ act }) => act)).toEqual(['rate']);
  expect((await open(treasury)).map(({ act }) => act)).toEqual(['adjustment', 'rate']);
});
