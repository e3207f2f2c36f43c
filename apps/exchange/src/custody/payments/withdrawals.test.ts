import { rename } from 'node:fs/promises';
import { encodeAbiParameters, keccak256 } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../../testing/test-custody.ts';
import { interceptSigner } from '../../../testing/intercept-signer.ts';
import type { WithdrawalRow } from '../../funds/withdrawals/index.ts';

let at: TestCustody;
/** A customer with 1,000 USDT and 10 ETH, deposited over the chain. */
let customer: number;
const recipient = '0x00000000000000000000000000000000000abcde';
const small = recipient.toLowerCase() as `0x${string}`;

beforeAll(async () => {
  at = await openTestCustody();
  const { customer: id, address } = await at.newAddress();
  customer = id;
  await at.pay(at.chain.bank.usdt, address, 1_000_000_000n);
  await at.pay(null, address, 10n * ether);
  // Confirmed and swept, so that nothing else moves.
  await at.advance(confirmations * 5);
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const onChain = (): Promise<bigint> => at.chain.bank.balance(at.chain.bank.usdt, small);
const state = async ({ id }: WithdrawalRow): Promise<string> => (await at.withdrawal(id)).state;
const payments = (row: WithdrawalRow) =>
  at.database.db
    .selectFrom('chain_payments')
    .innerJoin('chain_attempts', 'payment', 'id')
    .select(['nonce', 'txid', 'raw', 'state'])
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', row.id)
    .orderBy('chain_attempts.time')
    .execute();

describe('an approved withdrawal', () => {
  test('fifty concurrent withdrawals are paid once each, with nonces without a gap', async () => {
    const before = await onChain();
    const rows = await Promise.all(
      Array.from({ length: 50 }, () => at.approved({ customer, address: recipient, amount: 1_000_000 })),
    );
    await at.custody.tick();
    await at.custody.tick();
    const nonces = (await Promise.all(rows.map(payments))).flat().map(({ nonce }) => nonce ?? -1);
    expect(new Set(nonces).size).toBe(50);
    expect(Math.max(...nonces) - Math.min(...nonces)).toBe(49);
    await at.advance(confirmations + 1);
    expect(new Set(await Promise.all(rows.map(state)))).toEqual(new Set(['done']));
    expect((await onChain()) - before).toBe(50_000_000n);
  });
});

describe('faults on the way', () => {
  test('a lost payment is sent again, and with a higher fee after a long wait, and those behind it follow', async () => {
    const before = await onChain();
    const rows = [];
    for (let index = 0; index < 4; index += 1) {
      rows.push(await at.approved({ customer, address: recipient, amount: 1_000_000 }));
    }
    await at.custody.tick();
    const [stuck] = rows;
    if (!stuck) throw new Error('four were asked for');
    const [first] = await payments(stuck);
    await at.node.dropTransaction({ hash: first?.txid as `0x${string}` });
    await at.advance(confirmations);
    expect(await Promise.all(rows.map(state))).toEqual(['sent', 'sent', 'sent', 'sent']);
    at.passTime(61_000);
    await at.custody.tick();
    const attempts = await payments(stuck);
    expect(attempts).toHaveLength(2);
    expect(new Set(attempts.map(({ nonce }) => nonce)).size).toBe(1);
    await at.advance(confirmations);
    expect(await Promise.all(rows.map(state))).toEqual(['done', 'done', 'done', 'done']);
    expect((await onChain()) - before).toBe(4_000_000n);
  });

  test('a withdrawal that failed on the chain is returned with its fee', async () => {
    const { available } = at.held(customer, 'USDT');
    const row = await at.approved({ customer, address: recipient, amount: 3_000_000, fee: 1_000_000 });
    await at.custody.tick();
    // The hot wallet is emptied before the payment is in a block.
    await at.node.impersonateAccount({ address: at.hot });
    const all = await at.chain.bank.balance(at.chain.bank.usdt, at.hot);
    const [payment] = await payments(row);
    await at.node.setBalance({ address: at.outsider, value: 1_000n * ether });
    const { usdt } = at.chain.bank;
    const slot = await balanceSlot(at.hot);
    await at.node.setStorageAt({ address: usdt, index: slot, value: `0x${'0'.repeat(64)}` });
    await at.advance(confirmations);
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'failed', txid: payment?.txid });
    expect(at.held(customer, 'USDT').available).toBe(available);
    await at.node.setStorageAt({ address: usdt, index: slot, value: `0x${all.toString(16).padStart(64, '0')}` });
  });

  test('a withdrawal whose nonce another payment used is returned only when that payment has enough confirmations', async () => {
    const { available } = at.held(customer, 'USDT');
    const row = await at.approved({ customer, address: recipient, amount: 4_000_000 });
    await at.custody.tick();
    const [payment] = await payments(row);
    await at.node.dropTransaction({ hash: payment?.txid as `0x${string}` });
    // As if someone else had the key.
    await at.node.impersonateAccount({ address: at.hot });
    const taken = { account: at.hot, to: at.outsider, nonce: payment?.nonce ?? 0, chain: null } as const;
    await at.node.sendTransaction({ ...taken, value: 1n });
    await at.advance(confirmations - 1);
    expect(await state(row)).toBe('sent');
    expect(at.held(customer, 'USDT').frozen).toBe(4_000_000);
    await at.advance();
    expect(await state(row)).toBe('failed');
    expect(at.held(customer, 'USDT').available).toBe(available);
  });

  test('a withdrawal that the signer refuses after having been away leaves no nonce gap', async () => {
    const large = await at.approved({ customer: await richCustomer(), address: recipient, amount: tooMuch });
    const other = await at.approved({ customer, address: recipient, amount: 1_000_000 });
    const { signerSocket: socket } = at.settings;
    await rename(socket, `${socket}.away`);
    await expect(at.custody.tick()).rejects.toThrow('the signer is away');
    await rename(`${socket}.away`, socket);
    await at.advance(confirmations + 1);
    expect(await state(other)).toBe('done');
    await at.processor.move(large.id, 'rejected');
  });

  test('a hundred withdrawals that wait for an operator delay no one', async () => {
    const rich = await richCustomer();
    const large = [];
    for (let index = 0; index < 100; index += 1) {
      large.push(await at.approved({ customer: rich, address: recipient, amount: tooMuch }));
    }
    const other = await at.approved({ customer, address: recipient, amount: 1_000_000 });
    await at.custody.tick();
    await at.custody.tick();
    expect(await state(other)).toBe('sent');
    await at.advance(confirmations);
    for (const { id } of large) await at.processor.move(id, 'rejected');
  });

  test('a payment ends after a process is killed between its withdrawal’s end and its own', async () => {
    const row = await at.approved({ customer, address: recipient, amount: 1_000_000 });
    await at.custody.tick();
    await at.mine(confirmations);
    const [{ txid } = { txid: '' }] = await payments(row);
    await at.processor.move(row.id, 'done', { txid, confirmations });
    expect(await payments(row)).toMatchObject([{ state: 'signed' }]);
    await at.custody.tick();
    expect(await payments(row)).toMatchObject([{ state: 'done' }]);
  });

  test('a withdrawal rejected after a kill before its signature frees its nonce for the next', async () => {
    const row = await at.approved({ customer, address: recipient, amount: 1_000_000 });
    const nonce = await reserve(row, 0);
    await at.processor.move(row.id, 'rejected');
    const next = await at.approved({ customer, address: recipient, amount: 1_000_000 });
    await at.advance(confirmations + 1);
    expect(await payments(next)).toMatchObject([{ nonce, state: 'done' }]);
    expect(await payments(row)).toEqual([]);
  });

  test('a withdrawal rejected while it is signed is not sent, and its nonce goes to the next', async () => {
    const row = await at.approved({ customer, address: recipient, amount: 1_000_000 });
    const before = await onChain();
    const passes = async (): Promise<boolean> => {
      await at.processor.move(row.id, 'rejected');
      return true;
    };
    await interceptSigner(at.settings.signerSocket, { path: '/sign', passes }, () => at.custody.tick());
    expect([await state(row), await payments(row)]).toEqual(['rejected', []]);
    const next = await at.approved({ customer, address: recipient, amount: 3_000_000 });
    await at.advance(confirmations + 1);
    expect(await payments(next)).toMatchObject([{ state: 'done' }]);
    expect((await onChain()) - before).toBe(3_000_000n);
  });

  test('a signature lost on its way is requested again unchanged, although others came in between', async () => {
    const before = await onChain();
    const row = await at.approved({ customer, address: recipient, amount: 1_000_000 });
    let lost = 0;
    const passes = async (): Promise<boolean> => ++lost > 1;
    await interceptSigner(at.settings.signerSocket, { path: '/sign', passes }, async () => {
      await expect(at.custody.tick()).rejects.toThrow('the signer is away');
      const other = await at.approved({ customer, address: recipient, amount: 1_000_000 });
      await at.advance(confirmations + 2);
      expect([lost, await state(row), await state(other)]).toEqual([3, 'done', 'done']);
    });
    expect((await onChain()) - before).toBe(2_000_000n);
  });

  test('payments behind an unused nonce go on with the next payment', async () => {
    const row = await at.approved({ customer, address: recipient, amount: 1_000_000 });
    const nonce = await reserve(row, 1);
    const next = await at.approved({ customer, address: recipient, amount: 1_000_000 });
    await at.advance(confirmations + 1);
    expect(await payments(row)).toMatchObject([{ nonce, state: 'done' }]);
    expect(await payments(next)).toMatchObject([{ nonce: nonce - 1, state: 'done' }]);
  });
});

/** An amount of USDT above the signer's limit of one payment. */
const tooMuch = 600_000_000_000;

/** A customer with a hundred times that amount. */
async function richCustomer(): Promise<number> {
  const { customer: owner } = await at.newAddress();
  const requestId = `rich-${owner}`;
  const amount = 100 * tooMuch;
  await at.gateway.submit({ type: 'deposit', requestId, source: 'adjustments', owner, kind: 'coin', asset: 6, amount });
  return owner;
}

/** Records a withdrawal's payment as not yet signed, with a nonce this far behind the next; returns the nonce. */
async function reserve(row: WithdrawalRow, behind: number): Promise<number> {
  const { db } = at.database;
  const last = await db
    .selectFrom('chain_payments')
    .selectAll()
    .where('chain', '=', 'ETH')
    .where('purpose', '=', 'withdrawal')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const spent = await at.node.getTransactionCount({ address: at.hot });
  const { id: _, ...values } = last;
  const nonce = spent + behind;
  await db
    .insertInto('chain_payments')
    .values({ ...values, reference: row.id, nonce, amount: String(row.amount), state: 'reserved', cost: null })
    .execute();
  return nonce;
}

test('a shortfall stops payments and nothing else, until it is covered', async () => {
  expect(await at.custody.checkSolvency()).toEqual(
    expect.arrayContaining([expect.objectContaining({ coin: 'USDT' }), expect.objectContaining({ coin: 'ETH' })]),
  );
  expect(at.custody.isShort).toBe(false);
  const { usdt } = at.chain.bank;
  const slot = await balanceSlot(at.hot);
  const all = await at.chain.bank.balance(usdt, at.hot);
  await at.node.setStorageAt({ address: usdt, index: slot, value: `0x${'0'.repeat(63)}1` });
  await at.mine();
  await at.custody.checkSolvency();
  expect(at.custody.isShort).toBe(true);
  expect(at.alarms.join()).toContain('solvency.shortfall');
  const row = await at.approved({ customer, address: recipient, amount: 1_000_000 });
  const { address, customer: newcomer } = await at.newAddress();
  await at.pay(usdt, address, 7_000_000n);
  await at.advance(confirmations);
  expect(await state(row)).toBe('approved');
  expect(at.held(newcomer, 'USDT').available).toBe(7_000_000);
  await at.node.setStorageAt({ address: usdt, index: slot, value: `0x${all.toString(16).padStart(64, '0')}` });
  await at.mine();
  await at.custody.checkSolvency();
  await at.advance(confirmations + 1);
  expect(await state(row)).toBe('done');
});

/** The token's balance mapping is the fourth word of its storage. */
async function balanceSlot(owner: `0x${string}`): Promise<`0x${string}`> {
  for (let word = 0n; word < 6n; word += 1n) {
    const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, word]));
    const value = await at.node.getStorageAt({ address: at.chain.bank.usdt, slot });
    if (BigInt(value ?? '0x0') === (await at.chain.bank.balance(at.chain.bank.usdt, owner))) return slot;
  }
  throw new Error('the token keeps its balances elsewhere');
}
