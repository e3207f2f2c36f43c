import type { Hash, Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmations, openTestCustody, type TestCustody } from '../../test/test-custody.ts';

let at: TestCustody;
beforeAll(async () => {
  at = await openTestCustody();
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const state = async (customer: number) => (await at.deposits(customer)).map((row) => row.state);
const balance = (customer: number) => at.held(customer, 'USDT');
const told = (words: string): number => at.alarms.filter((line) => line.includes(words)).length;

/** A transaction as it was sent, to be sent again. */
function rawOf(hash: Hash): Promise<Hex> {
  return at.node.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never);
}

interface Lost {
  readonly customer: number;
  /** The deposit's transaction. */
  readonly raw: Hex;
}

/** A deposit of 10 USDT that was credited, so many blocks deep, whose block is gone, and of which so much was spent before. */
async function lose({ depth = confirmations, spent = 0 } = {}): Promise<Lost> {
  const { customer, address } = await at.newAddress();
  const before = await at.node.snapshot();
  const raw = await rawOf(await at.pay(at.chain.bank.usdt, address, 10_000_000n));
  await at.advance(depth);
  expect(await state(customer)).toEqual(['credited']);
  if (spent > 0) await take(customer, spent);
  await at.node.revert({ id: before });
  await at.node.increaseTime({ seconds: 5 });
  // As long as the chain was, and a block more: only then it is another one.
  await at.mine(depth);
  await at.advance();
  expect(await state(customer)).toEqual(['lost']);
  return { customer, raw };
}

async function take(owner: number, amount: number): Promise<void> {
  const requestId = `spent-${owner}`;
  const account = { owner, kind: 'coin', asset: at.directory.assetId('USDT') ?? -1 } as const;
  await at.gateway.submit({
    type: 'holdWithdrawal',
    requestId,
    destination: 'adjustments',
    amount,
    fee: 0,
    ...account,
  });
  await at.gateway.submit({ type: 'settleWithdrawal', requestId, owner });
}

async function comeAgain({ raw }: Lost): Promise<void> {
  await at.node.sendRawTransaction({ serializedTransaction: raw });
  await at.advance(confirmations);
}

const setRow = (customer: number, fields: { held?: number; holds?: number; state?: 'lost'; amount?: number }) =>
  at.database.db.updateTable('chain_deposits').set(fields).where('customer', '=', customer).execute();

test('one that was deep has as long to come again as one that was not', async () => {
  const lost = await lose({ depth: confirmations * 4 });
  await at.advance(confirmations * 2 - 2);
  expect(await state(lost.customer)).toEqual(['lost']);
  expect(balance(lost.customer)).toEqual({ available: 0, frozen: 10_000_000 });
  await comeAgain(lost);
  expect(await state(lost.customer)).toEqual(['credited']);
  expect(balance(lost.customer)).toEqual({ available: 10_000_000, frozen: 0 });
});

test('one that was taken back and comes again all the same: what was taken is credited, once', async () => {
  const lost = await lose({ spent: 6_000_000 });
  await at.advance(confirmations * 2);
  expect(await state(lost.customer)).toEqual(['reversed']);
  expect(balance(lost.customer)).toEqual({ available: 0, frozen: 0 });
  expect(at.alarms.join()).toContain('"missing":6000000');
  await comeAgain(lost);
  expect(await state(lost.customer)).toEqual(['credited']);
  expect(balance(lost.customer)).toEqual({ available: 4_000_000, frozen: 0 });
  await at.advance(confirmations);
  expect(balance(lost.customer)).toEqual({ available: 4_000_000, frozen: 0 });
});

test('one of which nothing is left is told of once, taken back, and kept where it comes again', async () => {
  const lost = await lose({ spent: 10_000_000 });
  await at.advance(confirmations * 2);
  expect(await state(lost.customer)).toEqual(['reversed']);
  expect(told('not on the chain any more')).toBe(1);
  expect(at.alarms.join()).toContain('"missing":10000000');
  await comeAgain(lost);
  expect(await state(lost.customer)).toEqual(['credited']);
  expect(balance(lost.customer)).toEqual({ available: 0, frozen: 0 });
});

test('a process that died before the ledger had the hold: it is held all the same, and taken back', async () => {
  const { customer } = await lose();
  // As if it had written down another hold, and died.
  await at.gateway.submit({ type: 'releaseWithdrawal', requestId: await holdOf(customer), owner: customer });
  await setRow(customer, { holds: 2 });
  expect(balance(customer)).toEqual({ available: 10_000_000, frozen: 0 });
  await at.mine(confirmations * 2);
  await at.custody.tick();
  await at.custody.tick();
  expect(await state(customer)).toEqual(['reversed']);
  expect(balance(customer)).toEqual({ available: 0, frozen: 0 });
  expect(at.alarms.join()).toContain('"missing":0');
});

test('a process that died after it had given back: it is held anew', async () => {
  const { customer } = await lose();
  await at.gateway.submit({ type: 'releaseWithdrawal', requestId: await holdOf(customer), owner: customer });
  await at.custody.tick();
  await at.custody.tick();
  expect(balance(customer)).toEqual({ available: 0, frozen: 10_000_000 });
});

test('a process that died after it had taken it back: it is taken once, also when the ledger has forgotten', async () => {
  const { customer } = await lose();
  await at.gateway.submit({ type: 'settleWithdrawal', requestId: await holdOf(customer), owner: customer });
  const asset = at.directory.assetId('USDT') ?? -1;
  const account = { owner: customer, kind: 'coin', asset, amount: 30_000_000 } as const;
  await at.gateway.submit({ type: 'deposit', requestId: `other-${customer}`, source: 'adjustments', ...account });
  at.passTime(25 * 3_600_000);
  await at.advance(confirmations * 2);
  expect(await state(customer)).toEqual(['reversed']);
  expect(balance(customer)).toEqual({ available: 30_000_000, frozen: 0 });
});

test('one whose credit never came to the ledger: nothing else is held for it, and it is credited where it comes again', async () => {
  const { customer, address } = await at.newAddress();
  const before = await at.node.snapshot();
  const raw = await rawOf(await at.pay(at.chain.bank.usdt, address, 10_000_000n));
  await at.advance();
  const asset = at.directory.assetId('USDT') ?? -1;
  const account = { owner: customer, kind: 'coin', asset, amount: 30_000_000 } as const;
  await at.gateway.submit({ type: 'deposit', requestId: `other-${customer}`, source: 'adjustments', ...account });
  await at.node.revert({ id: before });
  await at.node.increaseTime({ seconds: 5 });
  await at.advance(2);
  // As if its block had gone while it was being credited.
  await setRow(customer, { state: 'lost' });
  await at.advance();
  expect(await state(customer)).toEqual(['orphaned']);
  expect(balance(customer)).toEqual({ available: 30_000_000, frozen: 0 });
  await comeAgain({ customer, raw });
  expect(await state(customer)).toEqual(['credited']);
  expect(balance(customer)).toEqual({ available: 40_000_000, frozen: 0 });
});

test('a transaction that does something else in another block: what that block brought is credited', async () => {
  const { customer, address } = await at.newAddress();
  const before = await at.node.snapshot();
  const raw = await rawOf(await at.pay(at.chain.bank.usdt, address, 10_000_000n));
  await at.advance();
  await at.node.revert({ id: before });
  await at.node.increaseTime({ seconds: 5 });
  await at.advance(2);
  expect(await state(customer)).toEqual(['orphaned']);
  // As if it had been a contract's payout of another amount there.
  await setRow(customer, { amount: 70_000_000 });
  await comeAgain({ customer, raw });
  expect(await state(customer)).toEqual(['credited']);
  expect(balance(customer)).toEqual({ available: 10_000_000, frozen: 0 });
  expect(at.alarms).toEqual([]);
});

async function holdOf(customer: number): Promise<string> {
  const [row] = await at.deposits(customer);
  return `orphan-ETH-${row?.id}-${row?.holds}`;
}
