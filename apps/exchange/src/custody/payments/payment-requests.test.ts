import type { PaymentAct } from '@fft/console-contract';
import { paymentCall } from '@fft/chains';
import { serializeTransaction, type Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../../testing/test-custody.ts';
import type { WithdrawalRow } from '../../funds/withdrawals/index.ts';
import { SignerClient, SigningRefused } from './signer-client.ts';

const recipient = '0x00000000000000000000000000000000000abcde';
const amount = 2_000_000;
let at: TestCustody;
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

/** A withdrawal whose transaction was sent, and isn't in a block. */
async function sent(): Promise<WithdrawalRow> {
  const row = await at.approved({ customer, address: recipient, amount });
  await at.custody.tick();
  return row;
}

const paymentOf = ({ id }: WithdrawalRow) =>
  at.database.db
    .selectFrom('chain_payments')
    .selectAll()
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', id)
    .executeTakeFirstOrThrow();
const attemptsOf = async (row: WithdrawalRow) =>
  at.database.db
    .selectFrom('chain_attempts')
    .selectAll()
    .where('payment', '=', (await paymentOf(row)).id)
    .orderBy('time')
    .execute();
const state = async ({ id }: WithdrawalRow): Promise<string> => (await at.withdrawal(id)).state;

/** Asks as the console does, lets custody work, and returns its answer. */
async function ask(payment: number, act: PaymentAct): Promise<string | null> {
  const { db } = at.database;
  const { id } = await db
    .insertInto('payment_requests')
    .values({ payment, act, operator: 'anna', time: at.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await at.custody.tick();
  const query = db.selectFrom('payment_requests').select('answer').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).answer;
}

test('a payment behind another one isn’t replaced, nor one that has landed', async () => {
  const [first, second] = [await sent(), await sent()];
  at.passTime(16_000);
  expect(await ask((await paymentOf(second)).id, 'bump')).toBe('waitsForEarlier');
  await at.advance();
  expect(await ask((await paymentOf(first)).id, 'bump')).toBe('landed');
  await at.advance(confirmations);
  expect([await state(first), await state(second)]).toEqual(['done', 'done']);
});

test('requests that someone writes into the table again and again raise the fee no further than to its maximum', async () => {
  const row = await sent();
  const { id } = await paymentOf(row);
  let answer: string | null = null;
  while (answer !== 'feeAtMaximum') {
    at.passTime(16_000);
    // The chain goes on without it.
    for (const { txid } of await attemptsOf(row)) await at.node.dropTransaction({ hash: txid as Hash });
    await at.node.mine({ blocks: 1 });
    answer = await ask(id, 'bump');
    expect(['replaced', 'feeAtMaximum']).toContain(answer);
  }
  const last = (await attemptsOf(row)).at(-1);
  expect(BigInt(last?.fee_per_gas ?? 0)).toBeLessThanOrEqual(300n * 10n ** 9n);
  at.passTime(16_000);
  await at.custody.tick();
  await at.advance(confirmations);
  expect(await state(row)).toBe('done');
});

test('money isn’t given back while its payment may land, however often an operator asks', async () => {
  const row = await sent();
  const { id } = await paymentOf(row);
  const [signed] = await attemptsOf(row);
  // No node knows it any more, which proves nothing.
  await at.node.dropTransaction({ hash: signed?.txid as Hash });
  await at.advance(confirmations);
  for (const _ of [1, 2]) expect(await ask(id, 'giveBack')).toBe('mayLand');
  expect(await state(row)).toBe('sent');
  expect(at.held(customer, 'USDT').frozen).toBe(amount);
  at.passTime(61_000);
  await at.advance(confirmations + 1);
  expect(await state(row)).toBe('done');
});

test('money goes back once another final transaction has taken the payment’s place', async () => {
  const { available } = at.held(customer, 'USDT');
  const row = await sent();
  const { id, nonce } = await paymentOf(row);
  const [signed] = await attemptsOf(row);
  await at.node.dropTransaction({ hash: signed?.txid as Hash });
  await at.node.impersonateAccount({ address: at.hot });
  const taken = { account: at.hot, to: at.outsider, nonce: nonce ?? 0, chain: null } as const;
  await at.node.sendTransaction({ ...taken, value: 1n });
  await at.advance(confirmations - 1);
  expect(await ask(id, 'giveBack')).toBe('mayLand');
  await at.node.mine({ blocks: 1 });
  expect(await ask(id, 'giveBack')).toBe('givenBack');
  expect(await state(row)).toBe('failed');
  expect(at.held(customer, 'USDT')).toMatchObject({ available, frozen: 0 });
});

test('a landed payment of a silent token is noted as doubtful, isn’t given back, and the signer signs no second one after it was completed by hand', async () => {
  const row = await sent();
  const { id } = await paymentOf(row);
  const { usdt: token } = at.chain.bank;
  const code = await at.node.getCode({ address: token });
  await at.node.setCode({ address: token, bytecode: '0x60015f5260205ff3' });
  await at.mine();
  await at.node.setCode({ address: token, bytecode: code ?? '0x' });
  await at.advance(confirmations);
  expect(await paymentOf(row)).toMatchObject({ trouble: 'doubtful', state: 'signed' });
  expect(await ask(id, 'giveBack')).toBe('landed');
  expect(await state(row)).toBe('sent');

  // Two operators complete it; a compromised exchange then asks for another payment of the same withdrawal.
  const order = at.authority.orderOf(await at.withdrawal(row.id));
  const [landed] = await attemptsOf(row);
  await at.processor.move(row.id, 'done', { txid: landed?.txid ?? '' });
  await at.advance();
  expect(await paymentOf(row)).toMatchObject({ state: 'done' });
  if (order === null) throw new Error('the withdrawal was decided');
  const { id: reference, ...withdrawal } = order;
  const transaction = serializeTransaction({
    type: 'eip1559',
    chainId: 31_337,
    nonce: await at.node.getTransactionCount({ address: at.hot }),
    ...paymentCall({ token, to: recipient, amount: BigInt(amount) }),
    gas: 100_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 10n ** 9n,
  });
  const signer = new SignerClient(at.settings.signerSocket);
  const again = signer.sign({
    chain: 'ETH',
    key: { branch: 1, index: 0 },
    transaction,
    purpose: 'withdrawal',
    reference,
    withdrawal,
  });
  await expect(again).rejects.toThrow(SigningRefused);
});
