import { dispersalAbi, lowerCaseAddress } from '@fft/chains';
import type { Address, Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { batchedWithdrawals } from '../../../../testing/batched-withdrawals.ts';
import { interceptSigner } from '../../../../testing/intercept-signer.ts';
import { confirmations, ether, type TestCustody } from '../../../../testing/test-custody.ts';
import { type CustodyOverLyingNodes, openCustodyOverLyingNodes } from '../../../../testing/two-lying-nodes.ts';
import type { WithdrawalRow } from '../../../funds/withdrawals/index.ts';

/** Several withdrawals of a token by one call of a contract, on a real chain with two nodes, with a real signer. */
const gatherMs = 10_000;
const unit = 1_000_000;
let custody: CustodyOverLyingNodes;
let at: TestCustody;
let customer: number;
let recipients = 0;

beforeAll(async () => {
  custody = await openCustodyOverLyingNodes(gatherMs);
  ({ at } = custody);
  const made = await at.newAddress();
  ({ customer } = made);
  await at.pay(at.chain.bank.usdt, made.address, 1_000_000_000n);
  await at.pay(null, made.address, 5n * ether);
  await at.advance(confirmations * 5);
});
afterAll(() => custody.close());
beforeEach(() => {
  custody.first.lies.clear();
  at.alarms.length = 0;
});

const newRecipient = (): Address => lowerCaseAddress(`0x${String(++recipients).padStart(4, 'a').padEnd(40, '5')}`);
const approve = (amount = unit, address: string = newRecipient()): Promise<WithdrawalRow> =>
  at.approved({ customer, address, amount });
async function approveSome(count: number): Promise<WithdrawalRow[]> {
  const rows: WithdrawalRow[] = [];
  for (let index = 0; index < count; index += 1) rows.push(await approve(unit + index));
  return rows;
}
const { gather, states, txids, payments, openPayments } = batchedWithdrawals(() => at, gatherMs);
const arrivedAt = async (address: string): Promise<number> =>
  Number(await at.chain.bank.balance(at.chain.bank.usdt, lowerCaseAddress(address)));
const allowed = (): Promise<bigint> =>
  at.node.readContract({
    address: at.chain.bank.usdt,
    abi: dispersalAbi,
    functionName: 'allowance',
    args: [at.hot, at.disperse ?? at.hot],
  });
async function expectPaidOnce(rows: readonly WithdrawalRow[]): Promise<void> {
  expect(await states(rows)).toEqual(rows.map(() => 'done'));
  for (const { address, amount } of rows) expect(await arrivedAt(address)).toBe(amount);
  await at.custody.tick();
  expect(await openPayments()).toEqual([]);
}

test('the first withdrawals are paid alone, while the contract is allowed to pay', async () => {
  const rows = await approveSome(3);
  await gather();
  expect(await states(rows)).toEqual(['sent', 'sent', 'sent']);
  expect(await txids(rows)).toHaveLength(3);
  // Followed with the sweeps.
  await at.advance(confirmations * 2);
  expect(await states(rows)).toEqual(['done', 'done', 'done']);
  expect(await allowed()).toBe(2_000n * ether);
});

test('withdrawals that gather are paid by one transaction, and the parts of its fee add up', async () => {
  const rows = await approveSome(7);
  await at.custody.tick();
  expect(await states(rows)).toEqual(rows.map(() => 'approved'));
  at.passTime(gatherMs);
  await at.custody.tick();
  const [txid, ...more] = await txids(rows);
  expect(more).toEqual([]);
  await at.advance(confirmations);
  await expectPaidOnce(rows);
  const { gasUsed, effectiveGasPrice, to } = await at.node.getTransactionReceipt({ hash: txid as Hash });
  expect(to).toBe(at.disperse);
  const costs = (await payments(rows)).map(({ cost }) => BigInt(cost ?? 0));
  expect(costs.reduce((sum, cost) => sum + cost)).toBe(gasUsed * effectiveGasPrice);
  expect(at.alarms).toEqual([]);
});

test('one withdrawal alone goes as ever, twins are both paid, and the own coin waits for nothing', async () => {
  const ofEther = await at.approved({ customer, coin: 'ETH', address: newRecipient(), amount: 1_000_000 });
  const alone = await approve();
  await at.custody.tick();
  expect(await states([ofEther, alone])).toEqual(['sent', 'approved']);
  at.passTime(gatherMs);
  await at.custody.tick();
  expect((await payments([alone]))[0]).toMatchObject({ batch: null, state: 'signed' });
  await at.advance(confirmations);
  const address = newRecipient();
  const twins = [await approve(unit, address), await approve(unit, address)];
  await gather();
  expect(await txids(twins)).toHaveLength(1);
  await at.advance(confirmations);
  expect(await states([ofEther, alone, ...twins])).toEqual(['done', 'done', 'done', 'done']);
  expect(await arrivedAt(address)).toBe(2 * unit);
});

test('a batch that waits is replaced by one with a higher fee, and paid once', async () => {
  const rows = await approveSome(3);
  await gather();
  const [first] = await txids(rows);
  await at.node.dropTransaction({ hash: first as Hash });
  at.passTime(61_000);
  await at.custody.tick();
  const [{ batch } = { batch: null }] = await payments(rows);
  const attempts = at.database.db
    .selectFrom('chain_attempts')
    .selectAll()
    .where('payment', '=', batch ?? 0);
  expect(await attempts.execute()).toHaveLength(2);
  await at.advance(confirmations);
  await expectPaidOnce(rows);
});

/** Loses the signer's answers to what is asked in one round. */
async function loseAnswers(): Promise<void> {
  const lose = { path: '/sign', passes: async () => false } as const;
  await interceptSigner(at.settings.signerSocket, lose, () => at.custody.tick().catch(() => undefined));
}

test('a batch that the signer signed without an answer is signed again, under its nonce, without what went back to review', async () => {
  const rows = await approveSome(3);
  await at.custody.tick();
  at.passTime(gatherMs);
  await loseAnswers();
  expect(await states(rows)).toEqual(['approved', 'approved', 'approved']);
  const [, second] = rows as [WithdrawalRow, WithdrawalRow, WithdrawalRow];
  await at.processor.move(second.id, 'review');
  await at.processor.move(second.id, 'rejected');
  await at.restart();
  at.passTime(61_000);
  await at.custody.tick();
  expect(await states(rows)).toEqual(['sent', 'rejected', 'sent']);
  const left = rows.filter(({ id }) => id !== second.id);
  expect(await txids(left)).toHaveLength(1);
  await at.advance(confirmations);
  await expectPaidOnce(left);
  expect(await arrivedAt(second.address)).toBe(0);
});

test('what is left of a batch alone is paid by a plain transfer under its nonce', async () => {
  const rows = await approveSome(2);
  await at.custody.tick();
  at.passTime(gatherMs);
  await loseAnswers();
  const [first, second] = rows as [WithdrawalRow, WithdrawalRow];
  await at.processor.move(first.id, 'review');
  await at.processor.move(first.id, 'rejected');
  at.passTime(61_000);
  await at.custody.tick();
  const [txid] = await txids([second]);
  expect((await at.node.getTransaction({ hash: txid as Hash })).to).toBe(at.chain.bank.usdt);
  await at.advance(confirmations);
  await expectPaidOnce([second]);
});

test('a batch whose call reverts pays no recipient, and its withdrawals are returned', async () => {
  const before = at.held(customer, 'USDT');
  const rows = await approveSome(2);
  await gather();
  expect(await states(rows)).toEqual(['sent', 'sent']);
  const { disperse } = at;
  const code = await at.node.getCode({ address: disperse ?? at.hot });
  // Refuses every call.
  await at.node.setCode({ address: disperse ?? at.hot, bytecode: '0x5f5ffd' });
  await at.mine();
  await at.node.setCode({ address: disperse ?? at.hot, bytecode: code ?? '0x' });
  await at.advance(confirmations);
  expect(await states(rows)).toEqual(['failed', 'failed']);
  expect(at.held(customer, 'USDT')).toEqual(before);
  for (const { address } of rows) expect(await arrivedAt(address)).toBe(0);
  expect(await openPayments()).toEqual([]);
});

test('a batch that failed and is reorganised away leaves its nonce to the next one', async () => {
  const snapshot = await at.node.snapshot();
  const rows = await approveSome(2);
  await gather();
  const { disperse } = at;
  await at.node.setCode({ address: disperse ?? at.hot, bytecode: '0x5f5ffd' });
  await at.mine();
  await at.advance(confirmations);
  expect(await states(rows)).toEqual(['failed', 'failed']);
  const height = Number(await at.node.getBlockNumber({ cacheTime: 0 }));
  await at.node.revert({ id: snapshot });
  await at.node.increaseTime({ seconds: 11 });
  await at.mine(height - Number(await at.node.getBlockNumber({ cacheTime: 0 })));
  await at.custody.tick();
  const { rows: left } = await at.database.pool.query(
    'select nonce from chain_payments where purpose = $1 order by id desc limit 1',
    ['batch'],
  );
  expect(left).toEqual([{ nonce: null }]);
  const next = await approveSome(2);
  await gather();
  await at.advance(confirmations);
  await expectPaidOnce(next);
  expect(await states(rows)).toEqual(['failed', 'failed']);
});

test('a batch that the first node alone calls failed ends by no one’s word', async () => {
  const rows = await approveSome(2);
  await gather();
  custody.first.lies.set(
    'eth_getTransactionReceipt',
    (receipt: object | null) => receipt && { ...receipt, status: '0x0', logs: [] },
  );
  await at.advance(confirmations * 2);
  expect(await states(rows)).toEqual(['sent', 'sent']);
  expect(at.custody.doubt).toBe('the second node has another outcome of a payment');
  custody.first.lies.clear();
  await at.advance();
  await expectPaidOnce(rows);
});

test('a batch whose nonce another transaction took is returned once both nodes have that', async () => {
  const before = at.held(customer, 'USDT');
  const rows = await approveSome(2);
  await gather();
  const [txid] = await txids(rows);
  const { nonce } = await at.node.getTransaction({ hash: txid as Hash });
  await at.node.dropTransaction({ hash: txid as Hash });
  await at.node.impersonateAccount({ address: at.hot });
  const other = { from: at.hot, to: at.outsider, value: '0x1', nonce: `0x${nonce.toString(16)}`, gas: '0x5208' };
  await at.node.request({ method: 'eth_sendTransaction', params: [other] } as never);
  await at.node.stopImpersonatingAccount({ address: at.hot });
  await at.advance(confirmations - 1);
  expect(await states(rows)).toEqual(['sent', 'sent']);
  await at.advance(2);
  expect(await states(rows)).toEqual(['failed', 'failed']);
  expect(at.held(customer, 'USDT')).toEqual(before);
  expect(await openPayments()).toEqual([]);
});

// Leaves open payments.
test('a batch whose contract succeeds without paying stays sent, for operators to check', async () => {
  const rows = await approveSome(2);
  await gather();
  const { disperse } = at;
  const code = await at.node.getCode({ address: disperse ?? at.hot });
  await at.node.setCode({ address: disperse ?? at.hot, bytecode: '0x00' });
  await at.mine();
  await at.node.setCode({ address: disperse ?? at.hot, bytecode: code ?? '0x' });
  await at.advance(confirmations);
  expect(await states(rows)).toEqual(['sent', 'sent']);
  expect(at.alarms.join()).toContain('the token does not report a payment');
});
