import type { Hash, Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isOwnPaymentAt } from '../../../../testing/own-payments.ts';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../../../testing/test-custody.ts';

/** A reorganisation that takes back what had ended: sweeps, their gas, and withdrawals. */
let at: TestCustody;
beforeAll(async () => {
  at = await openTestCustody();
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const usdt = () => at.chain.bank.usdt;
/** After this many blocks a missing deposit is reversed. */
const gone = confirmations * 2;
const depositOf = async (customer: number) => (await at.deposits(customer))[0];
const rawOf = (hash: Hash): Promise<Hex> =>
  at.node.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never);
const include = (raw: Hex) => at.node.sendRawTransaction({ serializedTransaction: raw });
const held = async (coin: string): Promise<bigint> =>
  (await at.custody.checkSolvency()).find((line) => line.coin === coin)?.held ?? -1n;
const heightNow = async (): Promise<number> => Number(await at.node.getBlockNumber({ cacheTime: 0 }));

/** Forks the chain, up to the same height; custody sees it in its next pass. */
async function reorganise(before: Hex): Promise<void> {
  const height = await heightNow();
  await at.node.revert({ id: before });
  await at.node.increaseTime({ seconds: 11 });
  await at.mine(height - (await heightNow()));
}

const ownPayments = (customer: number, address: string) =>
  at.database.db
    .selectFrom('chain_payments')
    .select(['id', 'purpose', 'state', 'cost'])
    .where(isOwnPaymentAt(customer, address))
    .orderBy('id')
    .execute();
const states = async (customer: number, address: string): Promise<string[]> =>
  (await ownPayments(customer, address)).map(({ purpose, state }) => `${purpose} ${state}`);
const attempts = (payment: number | undefined) =>
  at.database.db
    .selectFrom('chain_attempts')
    .selectAll()
    .where('payment', '=', payment ?? -1)
    .orderBy('time')
    .execute();

async function untilSwept(customer: number): Promise<void> {
  for (let block = 0; block < 20; block += 1) {
    if ((await at.deposits(customer)).every(({ swept }) => swept)) return;
    await at.advance();
  }
  throw new Error('nothing was swept');
}

describe('a sweep whose deposit is reorganised away', () => {
  test('is given up once the deposit is reversed, with an alarm, and a later deposit is swept', async () => {
    const { customer, address } = await at.newAddress();
    const [heldBefore, before] = [await held('ETH'), await at.node.snapshot()];
    await at.pay(null, address, ether);
    await at.advance(confirmations);
    await untilSwept(customer);
    await reorganise(before);
    await at.custody.tick();
    expect(await depositOf(customer)).toMatchObject({ state: 'lost', swept: false });
    expect(await states(customer, address)).toEqual(['sweep signed']);
    expect(await held('ETH')).toBe(heldBefore);
    const [sweep] = await ownPayments(customer, address);
    // It may come back, so that the sweep waits for it, and isn't sent in vain.
    at.passTime(61_000);
    await at.advance(2);
    expect(await attempts(sweep?.id)).toHaveLength(1);
    await at.advance(gone);
    expect(await depositOf(customer)).toMatchObject({ state: 'reversed', swept: false });
    expect(await states(customer, address)).toEqual(['sweep failed']);
    expect(at.alarms.filter((line) => line.includes('sweep.depositsGone'))).toHaveLength(1);
    expect(at.alarms.join()).not.toContain('ownPayment.followFailed');
    at.passTime(3_600_000);
    await at.advance(confirmations);
    expect(await states(customer, address)).toEqual(['sweep failed']);
    expect(await held('ETH')).toBe(heldBefore);
    expect(at.custody.isShort).toBe(false);
    await at.pay(null, address, ether * 2n);
    await at.advance(confirmations * 4);
    expect(await states(customer, address)).toEqual(['sweep failed', 'sweep done']);
    const costs = (await ownPayments(customer, address)).reduce((sum, { cost }) => sum + BigInt(cost ?? 0), 0n);
    expect((await held('ETH')) + costs).toBe(heldBefore + ether * 2n);
  });

  test('lands again with its deposit when the chain returns to them, and is counted once', async () => {
    const { customer, address } = await at.newAddress();
    const [heldBefore, before] = [await held('ETH'), await at.node.snapshot()];
    const deposit = await rawOf(await at.pay(null, address, ether));
    await at.advance(confirmations);
    await untilSwept(customer);
    const [sweep] = await ownPayments(customer, address);
    const [attempt] = await attempts(sweep?.id);
    await reorganise(before);
    await at.custody.tick();
    await at.advance(gone + 1);
    expect(await states(customer, address)).toEqual(['sweep failed']);
    await include(deposit);
    await at.advance();
    await include(attempt?.raw as Hex);
    await at.advance(confirmations * 2);
    expect(await depositOf(customer)).toMatchObject({ state: 'credited', swept: true });
    expect(at.held(customer, 'ETH').available).toBe(100_000_000);
    const [ended, ...more] = await ownPayments(customer, address);
    expect([ended?.state, more]).toEqual(['done', []]);
    expect((await held('ETH')) + BigInt(ended?.cost ?? 0)).toBe(heldBefore + ether);
  });

  test('frees a token’s address, its gas is sent again, and payments behind that gas go on', async () => {
    const { customer, address } = await at.newAddress();
    const other = await at.newAddress();
    await at.pay(usdt(), other.address, 100_000_000n);
    await at.advance(confirmations);
    await untilSwept(other.customer);
    const [heldBefore, before] = [await held('USDT'), await at.node.snapshot()];
    await at.pay(usdt(), address, 50_000_000n);
    await at.advance(confirmations);
    await untilSwept(customer);
    expect(await states(customer, address)).toEqual(['gas done', 'sweep done']);
    await reorganise(before);
    await at.custody.tick();
    expect(await states(customer, address)).toEqual(['gas signed', 'sweep signed']);
    const row = await at.approved({ customer: other.customer, address: at.outsider, amount: 10_000_000 });
    at.passTime(16_000);
    await at.advance(gone + 2);
    expect(await states(customer, address)).toEqual(['gas done', 'sweep failed']);
    expect((await at.withdrawal(row.id)).state).toBe('done');
    const paid = BigInt(row.amount - row.fee);
    expect(await held('USDT')).toBe(heldBefore - paid);
    await at.pay(usdt(), address, 70_000_000n);
    await at.advance(confirmations * 4);
    expect(await states(customer, address)).toEqual(['gas done', 'sweep failed', 'sweep done']);
    expect(await at.chain.bank.balance(usdt(), address)).toBe(0n);
    expect(await held('USDT')).toBe(heldBefore - paid + 70_000_000n);
  });
});

test('gas that was used up, and is reorganised away with the gas that came after it, leaves its nonce to the next payment', async () => {
  const other = await at.newAddress();
  await at.pay(usdt(), other.address, 100_000_000n);
  await at.advance(confirmations);
  await untilSwept(other.customer);
  const { customer, address } = await at.newAddress();
  const before = await at.node.snapshot();
  await at.pay(usdt(), address, 50_000_000n);
  for (let block = 0; (await states(customer, address)).join() !== 'gas signed'; block += 1) {
    expect(block).toBeLessThan(20);
    await at.advance();
  }
  await at.advance(confirmations - 1);
  await at.mine();
  await at.node.setBalance({ address, value: 0n });
  await at.custody.tick();
  expect(await states(customer, address)).toEqual(['gas done', 'gas signed']);
  at.passTime(61_000);
  await untilSwept(customer);
  await reorganise(before);
  await at.custody.tick();
  expect(await states(customer, address)).toEqual(['gas failed', 'gas signed', 'sweep signed']);
  const row = await at.approved({ customer: other.customer, address: at.outsider, amount: 10_000_000 });
  at.passTime(16_000);
  await at.advance(confirmations + 1);
  expect((await at.withdrawal(row.id)).state).toBe('done');
  await at.advance(gone);
  expect(await states(customer, address)).toEqual(['gas failed', 'gas done', 'sweep failed']);
});

const paymentOf = (id: number) =>
  at.database.db
    .selectFrom('chain_payments')
    .select(['id', 'state', 'cost', 'nonce'])
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', id)
    .executeTakeFirstOrThrow();

describe('a withdrawal that was done, and is reorganised away', () => {
  async function doneAndGone() {
    const { customer, address } = await at.newAddress();
    await at.pay(usdt(), address, 50_000_000n);
    await at.advance(confirmations);
    await untilSwept(customer);
    const before = await at.node.snapshot();
    const row = await at.approved({ customer, address: at.outsider, amount: 20_000_000 });
    await at.custody.tick();
    await at.advance(confirmations);
    expect((await at.withdrawal(row.id)).state).toBe('done');
    const first = await paymentOf(row.id);
    await reorganise(before);
    await at.custody.tick();
    expect(await paymentOf(row.id)).toMatchObject({ state: 'signed', cost: null });
    return { row, first };
  }

  test('is sent again, and its cost is that of the block that has it now', async () => {
    const { row, first } = await doneAndGone();
    await at.node.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_234_567n });
    at.passTime(16_000);
    await at.advance(1);
    await at.advance(confirmations - 1);
    expect((await paymentOf(row.id)).state).toBe('signed');
    await at.advance();
    const { id, state, cost } = await paymentOf(row.id);
    const [attempt, ...more] = await attempts(id);
    const { gasUsed, effectiveGasPrice } = await at.node.getTransactionReceipt({ hash: attempt?.txid as Hash });
    expect({ state, cost, more }).toEqual({ state: 'done', cost: String(gasUsed * effectiveGasPrice), more: [] });
    expect(cost).not.toBe(first.cost);
    expect((await at.withdrawal(row.id)).state).toBe('done');
  });

  test('raises an alarm where another transaction has its nonce for good, and costs nothing', async () => {
    const { row } = await doneAndGone();
    await at.node.impersonateAccount({ address: at.hot });
    await at.node.sendTransaction({ account: at.hot, to: at.outsider, value: 1n, chain: null });
    await at.advance(confirmations - 1);
    expect((await paymentOf(row.id)).state).toBe('signed');
    await at.advance(2);
    expect(await paymentOf(row.id)).toMatchObject({ state: 'failed', cost: '0' });
    expect(at.alarms.filter((line) => line.includes('payment.undone'))).toHaveLength(1);
    expect((await at.withdrawal(row.id)).state).toBe('done');
  });
});

describe('a withdrawal that failed and went back, and is reorganised away', () => {
  async function expectCharged(id: number, state: string): Promise<void> {
    const payment = await paymentOf(id);
    expect(payment.state).toBe(state);
    expect(Number(payment.cost)).toBeGreaterThan(0);
  }

  async function failedAndGone() {
    const { customer, address } = await at.newAddress();
    await at.pay(usdt(), address, 60_000_000n);
    await at.advance(confirmations);
    await untilSwept(customer);
    const heldBefore = await held('USDT');
    const before = await at.node.snapshot();
    const row = await at.approved({ customer, address: at.outsider, amount: 20_000_000 });
    await at.custody.tick();
    const { id, nonce } = await paymentOf(row.id);
    const [attempt] = await attempts(id);
    const raw = await rawOf(attempt?.txid as Hash);
    const code = await at.node.getCode({ address: usdt() });
    // Refuses every call.
    await at.node.setCode({ address: usdt(), bytecode: '0x5f5ffd' });
    await at.mine();
    await at.node.setCode({ address: usdt(), bytecode: code ?? '0x' });
    await at.advance(confirmations);
    expect((await at.withdrawal(row.id)).state).toBe('failed');
    await expectCharged(row.id, 'failed');
    await reorganise(before);
    await at.custody.tick();
    expect(await paymentOf(row.id)).toMatchObject({ state: 'failed', cost: null, nonce: null });
    return { customer, row, raw, nonce, heldBefore };
  }

  test('leaves its nonce to the next payment', async () => {
    const { customer, row, nonce, heldBefore } = await failedAndGone();
    const next = await at.approved({ customer, address: at.outsider, amount: 10_000_000 });
    await at.custody.tick();
    expect((await paymentOf(next.id)).nonce).toBe(nonce);
    await at.advance(confirmations);
    expect((await at.withdrawal(next.id)).state).toBe('done');
    expect(await held('USDT')).toBe(heldBefore - BigInt(next.amount - next.fee));
    expect(await paymentOf(row.id)).toMatchObject({ state: 'failed', cost: null });
    expect(at.alarms.filter((line) => line.includes('payment.paidAfterReturn'))).toEqual([]);
  });

  test('ends as before where it fails again', async () => {
    const { row, raw } = await failedAndGone();
    const code = await at.node.getCode({ address: usdt() });
    await at.node.setCode({ address: usdt(), bytecode: '0x5f5ffd' });
    await include(raw);
    await at.mine();
    await at.node.setCode({ address: usdt(), bytecode: code ?? '0x' });
    await at.advance(confirmations);
    await expectCharged(row.id, 'failed');
    expect(at.alarms.filter((line) => line.includes('payment.paidAfterReturn'))).toEqual([]);
  });
});
