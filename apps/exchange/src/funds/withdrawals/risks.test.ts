import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestMoney, type MoneyCustomer } from '../../../testing/test-money.ts';
import {
  otherWallet,
  refusal,
  startTestWithdrawals,
  wallet,
  type TestWithdrawals,
} from '../../../testing/test-withdrawals.ts';
import type { Risk } from '@fft/console-contract';

let setup: TestWithdrawals;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

beforeAll(async () => {
  const money = await startTestMoney({ REVIEW_FROM_USDT: '10000', RISK_REVIEW_FROM_USDT: '500' });
  setup = await startTestWithdrawals(money);
});
afterAll(() => setup.money.exchange.stop());

const db = () => setup.money.exchange.database.db;
const rowOf = (id: string) =>
  db().selectFrom('withdrawals').select(['planned', 'risks']).where('id', '=', Number(id)).executeTakeFirstOrThrow();

/** A customer with money and an address, and no sign of risk. */
async function regular(name: string): Promise<{ who: MoneyCustomer; addressId: string }> {
  const who = await setup.money.customer(name, 'en', { USDT: '100000' });
  const addressId = await setup.saveAddress(who, wallet);
  setup.money.clock.time += dayMs;
  const { time } = setup.money.clock;
  const long = time - 5 * weekMs;
  const customer = Number(who.id);
  await db().updateTable('customers').set({ created: long }).where('id', '=', customer).execute();
  await db().updateTable('device_keys').set({ created: long }).where('account', '=', customer).execute();
  for (const request_id of ['old-1', 'old-2', 'old-3'])
    await arrived({ customer, request_id, time: long, usdt: 9_000 });
  return { who, addressId };
}

interface Arrived {
  readonly customer: number;
  readonly request_id: string;
  readonly time: number;
  readonly usdt: number;
  readonly address?: string;
}

/** A completed withdrawal of USDT over Ethereum. */
async function arrived({ usdt, address = wallet, ...row }: Arrived): Promise<void> {
  const units = usdt * 1_000_000;
  const where = { coin: 'USDT', chain: 'ETH', asset: 6, address_id: 1, address, memo: '' };
  const state = { state: 'done', planned: 'approved', updated: row.time, closed: true } as const;
  await db()
    .insertInto('withdrawals')
    .values({ ...row, ...where, ...state, amount: units, fee: 0, usdt_units: units })
    .execute();
}

async function withdraw(who: MoneyCustomer, amount: string, addressId: string) {
  const { id, state } = await setup.withdraw(who, setup.request(who, amount, addressId));
  return { state, ...(await rowOf(id)) };
}

test('of withdrawals of 9,999.99 the first is approved, and each that totals ten thousand in a day is reviewed', async () => {
  const { who, addressId } = await regular('split');
  expect(await withdraw(who, '9999.99', addressId)).toEqual({ state: 'approved', planned: 'approved', risks: [] });
  for (let index = 1; index < 9; index += 1)
    expect(await withdraw(who, '9999.99', addressId)).toMatchObject({ state: 'review', risks: ['dayTotal'] });
  setup.money.clock.time += dayMs - 1;
  expect(await withdraw(who, '10', addressId)).toMatchObject({ state: 'review', risks: ['dayTotal'] });
  setup.money.clock.time += 2;
  expect(await withdraw(who, '9000', addressId)).toMatchObject({ state: 'approved', risks: [] });
});

test('a newcomer’s small withdrawal is approved, one that totals 500 USDT in a day is reviewed; the risks are recorded in both cases', async () => {
  const { anna } = setup;
  const addressId = setup.request(anna, '1').addressId;
  const signs = ['firstWithdrawal', 'newCustomer'];
  expect(await withdraw(anna, '300', addressId)).toEqual({ state: 'approved', planned: 'approved', risks: signs });
  expect(await withdraw(anna, '199.99', addressId)).toMatchObject({ state: 'approved', risks: signs });
  expect(await withdraw(anna, '10', addressId)).toMatchObject({ state: 'review', risks: signs });
});

/** Changes that make 500 USDT of an otherwise riskless customer need review. */
const cases: readonly (readonly [Risk, (customer: number) => Promise<unknown>, string?])[] = [
  ['firstWithdrawal', (customer) => db().deleteFrom('withdrawals').where('customer', '=', customer).execute()],
  [
    'firstWithdrawal',
    async (customer) => {
      await db().deleteFrom('withdrawals').where('customer', '=', customer).execute();
      // A small withdrawal the day before makes no address known.
      await arrived({ customer, request_id: 'probe', time: setup.money.clock.time - 2 * dayMs, usdt: 5 });
    },
  ],
  [
    'newAddress',
    (customer) =>
      db().updateTable('withdrawals').set({ address: otherWallet }).where('customer', '=', customer).execute(),
  ],
  [
    'recentChange',
    (customer) =>
      db()
        .insertInto('holds')
        .values({ customer, until: setup.money.clock.time - 5 * dayMs, reason: 'password' })
        .execute(),
  ],
  [
    'recentChange',
    (customer) =>
      db()
        .insertInto('passkeys')
        .values({
          id: `key-${customer}`,
          customer,
          name: 'key',
          public_key: Buffer.alloc(1),
          counter: 0,
          created: setup.money.clock.time - dayMs,
          used: null,
        })
        .execute(),
  ],
  [
    'newDevice',
    (customer) =>
      db()
        .updateTable('device_keys')
        .set({ created: setup.money.clock.time - dayMs })
        .where('account', '=', customer)
        .execute(),
  ],
  ['newDevice', (customer) => db().deleteFrom('device_keys').where('account', '=', customer).execute()],
  [
    'unusualAmount',
    (customer) =>
      db().updateTable('withdrawals').set({ usdt_units: 99_000_000 }).where('customer', '=', customer).execute(),
  ],
  [
    'reversedDeposit',
    (customer) =>
      db()
        .insertInto('chain_deposits')
        .values({
          chain: 'ETH',
          txid: `gone-${customer}`,
          position: 0,
          customer,
          address: 'T',
          coin: 'USDT',
          asset: 6,
          amount: 1,
          height: 1,
          block_hash: '0',
          state: 'reversed',
          reversals: 1,
          time: setup.money.clock.time,
          updated: setup.money.clock.time,
        })
        .execute(),
  ],
];

describe('500 USDT are reviewed for', () => {
  test.each(cases.map(([risk, makeRisky], index) => ({ risk, makeRisky, index })))(
    '$risk ($index)',
    async ({ risk, makeRisky, index }) => {
      const { who, addressId } = await regular(`risky-${index}`);
      await makeRisky(Number(who.id));
      expect(await withdraw(who, '499.99', addressId)).toMatchObject({ state: 'approved' });
      expect(await withdraw(who, '500', addressId)).toMatchObject({ state: 'review', risks: [risk] });
    },
  );

  test('a deposit that a newcomer got within the hour', async () => {
    const { who, addressId } = await regular('fresh');
    await db()
      .updateTable('customers')
      .set({ created: setup.money.clock.time - dayMs })
      .where('id', '=', Number(who.id))
      .execute();
    await who.call(calls.demo.faucet, { requestId: 'fresh', coin: 'USDT', amount: '600' });
    const risks = ['newCustomer', 'freshDeposit'];
    expect(await withdraw(who, '600', addressId)).toMatchObject({ state: 'review', risks });
    setup.money.clock.time += 3_600_001;
    expect(await withdraw(who, '10', addressId)).toMatchObject({ state: 'review', risks: ['newCustomer'] });
  });

  test('no risk: they are approved', async () => {
    const { who, addressId } = await regular('known');
    expect(await withdraw(who, '9000', addressId)).toMatchObject({ state: 'approved', risks: [] });
  });
});

test('a withdrawal without a known worth is reviewed and uses up the day', async () => {
  const who = await setup.money.customer('unvalued', 'en', { USDT: '1000', SOL: '100' });
  const address = '7VHUFJHWu2CuExkJcJrzhQPJ2oygupTWkL2A2For4BmE';
  const fields = { coin: 'SOL', chain: 'SOL', name: 'mine', address, payPassword: '294715' } as const;
  const { id: addressId } = await who.call(calls.addresses.create, fields);
  const usdtAddress = await setup.saveAddress(who, wallet);
  setup.money.clock.time += dayMs;
  const { id, state } = await setup.withdraw(who, { coin: 'SOL', chain: 'SOL', amount: '20', addressId });
  expect({ state, ...(await rowOf(id)) }).toMatchObject({
    state: 'review',
    risks: ['unvalued', 'firstWithdrawal', 'newCustomer'],
  });
  expect(await who.call(calls.withdrawals.limits, {})).toMatchObject({
    dayLimit: '100000.000000',
    dayUsed: '100000.000000',
  });
  for (const body of [
    setup.request(who, '10', usdtAddress),
    { coin: 'SOL', chain: 'SOL', amount: '20', addressId } as const,
  ]) {
    const refused = await refusal(who.call(calls.withdrawals.sendCode, body));
    expect([refused.code, refused.data]).toEqual([Code.withdrawalLimit, { left: '0.000000', field: 'amount' }]);
  }
  await who.call(calls.withdrawals.cancel, { id });
  expect((await who.call(calls.withdrawals.limits, {})).dayUsed).toBe('0.000000');
});
