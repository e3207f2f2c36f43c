import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import { readAudit } from '../audit/audit.ts';

let testConsole: TestConsole;
let firstOperator: TestOperator;
let secondOperator: TestOperator;
const { markets, operators } = consoleCalls;
const halfDayMs = 43_200_000;

beforeAll(async () => {
  testConsole = await startTestConsole();
  firstOperator = testConsole.by.market;
  secondOperator = await testConsole.operator('second.market', 'market');
});
afterAll(() => testConsole.money.exchange.stop());

const set = (unit: string, perUsdt: string, by = firstOperator) => by.call(markets.setRate, { unit, perUsdt });
const shown = async (unit: string) =>
  (await testConsole.money.exchange.anonymous.call(calls.market.rates, {})).rates[unit];
const open = async (by = secondOperator) => (await by.call(operators.approvals, {})).items;
async function passTime(ms: number): Promise<void> {
  testConsole.money.clock.time += ms;
  firstOperator = await testConsole.enter('the.market', testConsole.by.market.secret);
  secondOperator = await testConsole.enter('second.market', secondOperator.secret);
}

test.each(['ETH', 'BTC', 'BNB', 'XRP', 'SOL', 'XAU', 'XDR', 'AAA'])(
  '%s has no rate: it is not a fiat currency',
  async (unit) => {
    await expect(set(unit, '1000000000')).rejects.toMatchObject({ code: Code.badRequest });
    expect(await shown(unit)).toBeUndefined();
    expect(await open()).toEqual([]);
  },
);

test.each(['0', '0.0000000000001', '1'.repeat(13), '-1', '1e9', 'NaN'])('%s is not a valid rate', async (perUsdt) => {
  await expect(set('CNY', perUsdt)).rejects.toMatchObject({ code: Code.badRequest });
});

test('one operator moves a rate by at most a tenth a day, in any number of steps; more takes a second operator', async () => {
  expect(await set('CNY', '7.8')).toEqual({ state: 'set' });
  await expect.poll(() => shown('CNY')).toBe('7.8');
  // The rate was 7.12 within the last day.
  expect(await set('CNY', '7.85')).toEqual({ state: 'waitsForSecond' });
  await expect(set('CNY', '6.5')).rejects.toMatchObject({ code: Code.conflict });
  expect(await shown('CNY')).toBe('7.8');
  const [proposal] = await open();
  expect(proposal).toMatchObject({ act: 'rate', target: 'rate CNY', input: { unit: 'CNY', perUsdt: '7.85' } });
  const agree = (by: TestOperator) => by.call(operators.decide, { id: proposal?.id ?? 0, agree: true });
  await expect(agree(firstOperator)).rejects.toMatchObject({ code: Code.conflict });
  await expect(agree(testConsole.by.treasury)).rejects.toMatchObject({ code: 403 });
  await agree(secondOperator);
  await expect.poll(() => shown('CNY')).toBe('7.85');
  await passTime(halfDayMs);
  expect(await set('CNY', '8.5')).toEqual({ state: 'waitsForSecond' });
  const [again] = await open();
  await secondOperator.call(operators.decide, { id: again?.id ?? 0, agree: false });
  await passTime(halfDayMs + 1);
  expect(await set('CNY', '8.5')).toEqual({ state: 'set' });
});

test('of many concurrent small changes, only those that stay within the tenth are made', async () => {
  const steps = ['0.99', '0.95', '1.05', '1.09', '1.1', '1.2', '1.3'];
  const answers = await Promise.allSettled(steps.map((perUsdt) => set('USD', perUsdt)));
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  const usd = Number(await shown('USD'));
  expect(usd).toBeGreaterThanOrEqual(0.9);
  expect(usd).toBeLessThanOrEqual(1.1);
  for (const { id } of await open()) await secondOperator.call(operators.decide, { id, agree: false });
});

test('a first rate takes two operators, also after the rate was removed', async () => {
  expect(await set('JPY', '150')).toEqual({ state: 'waitsForSecond' });
  const [proposal] = await open();
  await secondOperator.call(operators.decide, { id: proposal?.id ?? 0, agree: true });
  await expect.poll(() => shown('JPY')).toBe('150');
  await firstOperator.call(markets.removeRate, { unit: 'JPY' });
  await expect.poll(() => shown('JPY')).toBeUndefined();
  expect(await readAudit(testConsole.money.exchange.database.db, { limit: 1 })).toMatchObject([
    { operator: 'the.market', act: 'rate.remove', target: 'rate JPY', before: '150' },
  ]);
  expect(await set('JPY', '151')).toEqual({ state: 'waitsForSecond' });
  await expect(firstOperator.call(markets.removeRate, { unit: 'JPY' })).rejects.toMatchObject({ code: Code.notFound });
  await expect(firstOperator.call(markets.removeRate, { unit: 'CNY' })).rejects.toMatchObject({ code: Code.conflict });
  await firstOperator.call(markets.removeRate, { unit: 'HKD' });
  await testConsole.money.exchange.restart();
  expect([await shown('HKD'), await shown('EUR')]).toEqual([undefined, '0.92']);
});

test('an invalid rate from an older release is ignored, and can be removed', async () => {
  const { db } = testConsole.money.exchange.database;
  await db
    .insertInto('rates')
    .values([
      { unit: 'ETH', per_usdt: '1000000000' },
      { unit: 'CHF', per_usdt: '0.9000000000000001' },
    ])
    .execute();
  await db.updateTable('rates').set({ per_usdt: '7.0000000000000001' }).where('unit', '=', 'CNY').execute();
  await testConsole.money.exchange.restart();
  expect([await shown('ETH'), await shown('CHF'), await shown('CNY')]).toEqual([undefined, undefined, '7.12']);
  await firstOperator.call(markets.removeRate, { unit: 'ETH' });
  expect(await db.selectFrom('rates').selectAll().where('unit', '=', 'ETH').execute()).toEqual([]);
});

test('a market operator sees only the proposals about markets', async () => {
  const { id } = await testConsole.money.exchange.register('carl');
  const credit = { kind: 'received', account: 'coin', coin: 'USDT', amount: '1', reference: 'x' } as const;
  const treasury = await testConsole.enter('the.treasury', testConsole.by.treasury.secret);
  await treasury.call(consoleCalls.treasury.adjust, { ...credit, customer: Number(id) });
  expect((await open()).map(({ act }) => act)).toEqual(['rate']);
  expect((await open(treasury)).map(({ act }) => act)).toEqual(['adjustment', 'rate']);
});
