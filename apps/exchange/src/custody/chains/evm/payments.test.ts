import { rename } from 'node:fs/promises';
import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../../../testing/test-custody.ts';
import type { WithdrawalRow } from '../../../funds/withdrawals/index.ts';

const recipient = '0x00000000000000000000000000000000000abcde';
let at: TestCustody;
/** A customer with 100 USDT and one ETH, deposited over the chain. */
let customer: number;

beforeAll(async () => {
  at = await openTestCustody();
  const { customer: id, address } = await at.newAddress();
  customer = id;
  await at.pay(at.chain.bank.usdt, address, 100_000_000n);
  await at.pay(null, address, ether);
  await at.advance(confirmations * 5);
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const state = async ({ id }: WithdrawalRow): Promise<string> => (await at.withdrawal(id)).state;
const attempts = (row: WithdrawalRow) =>
  at.database.db
    .selectFrom('chain_payments')
    .innerJoin('chain_attempts', 'payment', 'id')
    .select('txid')
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', row.id)
    .execute();

test('a payment in a token that reports success without moving money waits for an operator and is neither completed nor returned', async () => {
  const before = at.held(customer, 'USDT');
  const row = await at.approved({ customer, address: recipient, amount: 3_000_000 });
  await at.custody.tick();
  const { usdt: token } = at.chain.bank;
  const code = await at.node.getCode({ address: token });
  // Reports success and does nothing else.
  await at.node.setCode({ address: token, bytecode: '0x60015f5260205ff3' });
  await at.mine();
  await at.node.setCode({ address: token, bytecode: code ?? '0x' });
  await at.advance(confirmations);
  expect(await state(row)).toBe('sent');
  expect(at.held(customer, 'USDT')).toEqual({ ...before, available: before.available - 3_000_000, frozen: 3_000_000 });
  expect(at.alarms.join()).toContain('the token does not report a payment');
});

test('a withdrawal whose nonce is used is not returned while no block shows by which transaction', async () => {
  const row = await at.approved({ customer, address: recipient, amount: 4_000_000 });
  await at.custody.tick();
  const [signed] = await attempts(row);
  await at.node.dropTransaction({ hash: signed?.txid as Hash });
  const nonce = await at.node.getTransactionCount({ address: at.hot });
  await at.node.setNonce({ address: at.hot, nonce: nonce + 1 });
  at.passTime(16_000);
  await at.advance(confirmations + 1);
  expect(await state(row)).toBe('sent');
  expect(at.alarms.join()).toContain('payment.nonceUsedElsewhere');
  await at.node.setNonce({ address: at.hot, nonce });
  at.passTime(16_000);
  await at.custody.tick();
  await at.advance(confirmations);
  expect(await state(row)).toBe('done');
});

test('a payment that the chain forgot is sent again while the signer is away', async () => {
  const row = await at.approved({ customer, address: recipient, amount: 1_000_000 });
  await at.custody.tick();
  const [lost] = await attempts(row);
  await at.node.dropTransaction({ hash: lost?.txid as Hash });
  const { signerSocket: socket } = at.settings;
  await rename(socket, `${socket}.away`);
  at.passTime(61_000);
  await at.custody.tick();
  await rename(`${socket}.away`, socket);
  expect(at.alarms.join()).toContain('payment.notReplaced');
  await at.advance(confirmations);
  expect(await state(row)).toBe('done');
  expect(await attempts(row)).toHaveLength(1);
});

test.each([
  // Stores a word and emits an event.
  ['a contract that acts on it', '0x60015f555f5fa000'],
  // An account with a contract's code (EIP-7702).
  ['a wallet that has a contract’s code', `0xef0100${'00'.repeat(18)}c0de`],
] as const)('a native coin payment reaches %s', async (_, bytecode) => {
  await at.node.setCode({ address: `0x${'00'.repeat(18)}c0de`, bytecode: '0x5f5fa000' });
  const address = `0x${'11'.repeat(18)}${bytecode.length < 20 ? 'aaaa' : 'bbbb'}` as const;
  await at.node.setCode({ address, bytecode });
  const row = await at.approved({ customer, coin: 'ETH', address, amount: 1_000_000 });
  await at.custody.tick();
  await at.advance(confirmations);
  expect(await state(row)).toBe('done');
  expect(await at.chain.bank.balance(null, address)).toBe(ether / 100n);
  const { gasUsed } = await at.node.getTransactionReceipt({ hash: (await attempts(row))[0]?.txid as Hash });
  expect(gasUsed).toBeGreaterThan(21_000n);
});

test.each([
  ['refuses them', '0x5f5ffd'],
  ['never ends', '0x5b5f56'],
  [
    'writes eight words',
    `0x6001${Array.from({ length: 8 }, (_, slot) => `8060${String(slot + 1).padStart(2, '0')}55`).join('')}00`,
  ],
] as const)(
  'a native coin payment to a contract that %s waits for an operator and costs no gas',
  async (_, bytecode) => {
    const address = `0x${'11'.repeat(18)}cccc` as const;
    await at.node.setCode({ address, bytecode });
    const before = await at.node.getBalance({ address: at.hot });
    const row = await at.approved({ customer, coin: 'ETH', address, amount: 1_000_000 });
    await at.custody.tick();
    await at.advance();
    expect(await state(row)).toBe('approved');
    expect(at.alarms.join()).toContain('its recipient does not accept it');
    expect(await at.node.getBalance({ address: at.hot })).toBe(before);
    await at.processor.move(row.id, 'rejected');
  },
);
