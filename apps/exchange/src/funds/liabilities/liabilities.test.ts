import { calls } from '@fft/contract';
import { verifyProof } from '@fft/liabilities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestLedger } from '../../../testing/test-ledger.ts';
import { startTestMoney, type MoneyCustomer, type TestMoney } from '../../../testing/test-money.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { dayOf, publish } from './publish.ts';

const dayMs = 86_400_000;
let money: TestMoney;
let people: MoneyCustomer[];

beforeAll(async () => {
  money = await startTestMoney();
  people = [
    await money.customer('anna', 'en', { USDT: '1000.5', BTC: '0.25' }),
    await money.customer('li', 'zh', { USDT: '7' }),
    await money.customer('mia', 'en', { USDT: '30', BTC: '0.5' }),
  ];
  // The day of their deposits may be published already, with some of them.
  money.clock.time += dayMs;
});
afterAll(() => money.exchange.stop());

/** Returns the publications, newest first, once the clock's day is published. */
const published = () =>
  waitFor(async () => {
    money.exchange.wake('funds.liabilities');
    const days = await money.exchange.anonymous.call(calls.proof.liabilities, {});
    expect(days[0]?.day).toBe(dayOf(money.clock.time));
    return days;
  });

test('liabilities are published once a day, and every customer finds their balance in them', async () => {
  const [publication] = await published();
  if (!publication) throw new Error('a day is published');
  expect(publication.totals.map(({ asset, total, held }) => [asset, total, held])).toEqual([
    ['BTC', '75000000', null],
    ['USDT', '1037500000', null],
  ]);
  const all = (await Promise.all(people.map((who) => who.call(calls.proof.inclusion, {})))).flat();
  expect(all.map(({ asset, amount }) => `${asset} ${amount}`)).toEqual([
    'BTC 25000000',
    'USDT 1000500000',
    'USDT 7000000',
    'BTC 50000000',
    'USDT 30000000',
  ]);
  for (const proof of all) {
    expect(verifyProof(proof, publication)).toMatchObject({ holds: true, amount: BigInt(proof.amount) });
    const altered = { ...proof, amount: String(BigInt(proof.amount) - 1n) };
    expect(verifyProof(altered, publication).holds).toBe(false);
  }
  expect(new Set(all.map(({ nonce }) => nonce)).size).toBe(all.length);
  expect(new Set(all.map(({ customer }) => customer)).size).toBe(3);
});

test('later changes are only in the next day’s publication', async () => {
  const [anna] = people;
  if (!anna) throw new Error('anna is there');
  await anna.call(calls.demo.faucet, { requestId: 'more', coin: 'USDT', amount: '1' });
  expect((await anna.call(calls.proof.inclusion, {})).map(({ amount }) => amount)).toContain('1000500000');
  money.clock.time += dayMs;
  const [today, before] = await published();
  expect(today?.totals.find(({ asset }) => asset === 'USDT')?.total).toBe('1038500000');
  expect(before?.totals.find(({ asset }) => asset === 'USDT')?.total).toBe('1037500000');
  const usdt = (await anna.call(calls.proof.inclusion, {})).find(({ asset }) => asset === 'USDT');
  if (!usdt || !today || !before) throw new Error('two days are published');
  expect(verifyProof(usdt, today)).toMatchObject({ holds: true });
  expect(verifyProof(usdt, before)).toEqual({ holds: false, doubt: 'other-day' });
  // Also of earlier days, while their trees are kept.
  const all = await anna.call(calls.proof.inclusion, { day: before.day });
  expect(all.map((one) => verifyProof(one, before).holds)).toEqual([true, true]);
  expect(await anna.call(calls.proof.inclusion, { day: '2020-01-01' })).toEqual([]);
  await expect(anna.call(calls.proof.inclusion, { day: 'yesterday' })).rejects.toMatchObject({ code: 400 });
});

test('without a followed chain, no reserves are shown', async () => {
  expect(await money.exchange.anonymous.call(calls.proof.reserves, {})).toEqual([]);
});

test('a proof needs a session', async () => {
  await expect(money.exchange.anonymous.call(calls.proof.inclusion, {})).rejects.toMatchObject({ code: 1001 });
});

test('nothing is published if a customer would be left out', async () => {
  const ledger = await openTestLedger();
  const { db } = ledger.database;
  for (const owner of [1_001, 1_002]) {
    const money = { type: 'deposit', source: 'adjustments', kind: 'coin', asset: 0, amount: 5 } as const;
    await ledger.gateway.submit({ ...money, owner, requestId: 'money' });
  }
  const holdings = async () => ({ held: {}, countedAt: null });
  const parts = {
    ...ledger,
    db,
    now: () => 1_700_000_000_000,
    madeUpAccounts: [],
    holdings,
    leaving: async () => new Map<string, bigint>(),
  };
  await expect(publish({ ...parts, customers: async () => [1_001] })).rejects.toThrow(/but the ledger says 10/);
  expect(await db.selectFrom('liability_days').select('day').execute()).toEqual([]);
  // A customer who was paid while the customers were read is there the next time.
  const readings = [[1_001], [1_001, 1_002, 1_003]];
  expect(await publish({ ...parts, customers: async () => readings.shift() ?? [] })).toBe(true);
  expect(await publish({ ...parts, customers: async () => [1_001, 1_002] })).toBe(false);
  await ledger.close();
});

test('made-up money is published apart from the total; holdings and payments on their way are those of that moment', async () => {
  const ledger = await openTestLedger();
  const { db } = ledger.database;
  const maker = 1_009;
  for (const [owner, amount] of [
    [1_001, 5],
    [maker, 900],
  ] as const) {
    const credit = { type: 'deposit', source: 'adjustments', kind: 'coin', asset: 0, requestId: 'money' } as const;
    await ledger.gateway.submit({ ...credit, owner, amount });
  }
  const { code } = ledger.directory.asset(0);
  const parts = {
    ...ledger,
    db,
    now: () => 1_700_000_000_000,
    customers: async () => [1_001, maker],
    madeUpAccounts: [maker],
    leaving: async () => new Map([[code, 2n]]),
  };
  const counted = (ageMs: number) => async () => ({ held: { [code]: '7.5' }, countedAt: parts.now() - ageMs });
  expect(await publish({ ...parts, holdings: async () => null })).toBe(false);
  expect(await publish({ ...parts, holdings: counted(9_000) }, 8_000)).toBe(false);
  expect(await publish({ ...parts, holdings: counted(7_000) }, 8_000)).toBe(true);
  const { totals } = await db.selectFrom('liability_days').select('totals').executeTakeFirstOrThrow();
  expect(totals).toMatchObject([{ asset: code, total: '5', madeUp: '900', held: '7.5', leaving: '0.00000002' }]);
  const leaves = await db.selectFrom('liability_nodes').select('customer').where('row', '=', 0).execute();
  expect(leaves).toEqual([{ customer: 1_001 }]);
  await ledger.close();
});
