import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmations, openTestCustody, type TestCustody } from '../../../testing/test-custody.ts';
import type { WithdrawalRow } from '../../funds/withdrawals/index.ts';

/** Attacks on the rows of payments in flight: no withdrawal ends by another's transaction, and no paid withdrawal is returned. */
let at: TestCustody;
let customer: number;
const usdt = 1_000_000;
const bob = '0xb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb';
const eve = '0x7e1f7e1f7e1f7e1f7e1f7e1f7e1f7e1f7e1f7e1f';

beforeAll(async () => {
  at = await openTestCustody();
  const made = await at.newAddress();
  customer = made.customer;
  await at.pay(at.chain.bank.usdt, made.address, BigInt(1_000 * usdt));
  await at.advance(confirmations * 5);
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const asked = (address: string, amount = 5 * usdt) => at.approved({ customer, address, amount });
const paymentOf = ({ id }: WithdrawalRow) =>
  at.database.db
    .selectFrom('chain_payments')
    .selectAll()
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', id)
    .executeTakeFirstOrThrow();
const attemptOf = async (row: WithdrawalRow) =>
  at.database.db
    .selectFrom('chain_attempts')
    .selectAll()
    .where('payment', '=', (await paymentOf(row)).id)
    .executeTakeFirstOrThrow();

async function paid(address: string): Promise<WithdrawalRow> {
  const row = await asked(address);
  await at.advance(confirmations + 1);
  expect((await at.withdrawal(row.id)).state).toBe('done');
  return row;
}

/** Signed and never on the chain; its rows then claim another payment's transaction. */
async function planted(other: WithdrawalRow): Promise<WithdrawalRow> {
  const row = await asked(bob);
  await at.custody.tick();
  const [own, stolen] = [await attemptOf(row), await attemptOf(other)];
  await at.node.dropTransaction({ hash: own.txid as `0x${string}` });
  const { db } = at.database;
  const [{ nonce }, { nonce: ownNonce }] = [await paymentOf(other), await paymentOf(row)];
  await db.deleteFrom('chain_attempts').where('payment', '=', stolen.payment).execute();
  await db
    .updateTable('chain_payments')
    .set({ nonce: 1_000_000 + other.id })
    .where('id', '=', stolen.payment)
    .execute();
  await db.deleteFrom('chain_attempts').where('payment', '=', own.payment).execute();
  await db.updateTable('chain_payments').set({ nonce }).where('id', '=', own.payment).execute();
  await db
    .insertInto('chain_attempts')
    .values({ ...stolen, payment: own.payment })
    .execute();
  await db.updateTable('withdrawals').set({ txid: stolen.txid }).where('id', '=', row.id).execute();
  await at.advance(confirmations + 1);
  // Restored, so that its nonce does not block the next payment.
  await db.deleteFrom('chain_attempts').where('payment', '=', own.payment).execute();
  await db.updateTable('chain_payments').set({ nonce: ownNonce }).where('id', '=', own.payment).execute();
  await db.insertInto('chain_attempts').values(own).execute();
  return row;
}

async function expectPaidInTheEnd(row: WithdrawalRow): Promise<void> {
  expect((await at.withdrawal(row.id)).state).toBe('sent');
  expect(at.held(customer, 'USDT').frozen).toBe(5 * usdt);
  expect(
    at.alarms.some((line) => line.includes('withdrawal.altered') && line.includes(`"withdrawal":${row.id},`)),
  ).toBe(true);
  at.passTime(61_000);
  await at.advance(confirmations + 2);
  expect((await at.withdrawal(row.id)).state).toBe('done');
}

test('a withdrawal is not completed by a payment of the same amount to another address', async () => {
  const row = await planted(await paid(eve));
  expect(at.alarms.join()).toContain('the recorded transaction pays something else');
  await expectPaidInTheEnd(row);
});

test('a withdrawal is not completed by an earlier payment to the same address', async () => {
  const row = await planted(await paid(bob));
  expect(at.alarms.join()).toContain('the signer did not sign the recorded transaction');
  await expectPaidInTheEnd(row);
});

test('a withdrawal is not completed when its row or its payment’s row differs from the decision', async () => {
  const row = await asked(bob);
  await at.custody.tick();
  const { id } = await paymentOf(row);
  const { db } = at.database;
  await db.updateTable('withdrawals').set({ address: eve }).where('id', '=', row.id).execute();
  await at.advance(confirmations + 1);
  expect(at.alarms.join()).toContain('the row differs from what was decided');
  await db.updateTable('withdrawals').set({ address: bob }).where('id', '=', row.id).execute();
  await db.updateTable('chain_payments').set({ amount: '1' }).where('id', '=', id).execute();
  at.passTime(61_000);
  await at.advance(1);
  expect((await at.withdrawal(row.id)).state).toBe('sent');
  expect(at.alarms.join()).toContain('the payment is for something else');
  expect(at.custody.doubt).toBe(`withdrawal ${row.id}: the payment is for something else`);
  await db
    .updateTable('chain_payments')
    .set({ amount: String(5 * usdt) })
    .where('id', '=', id)
    .execute();
  at.passTime(61_000);
  await at.advance(1);
  expect((await at.withdrawal(row.id)).state).toBe('done');
  expect(at.custody.doubt).toBeNull();
});

test.each<[what: string, plant: (row: WithdrawalRow) => Promise<unknown>]>([
  [
    'a block is said to have another one with its nonce',
    async (row) => {
      const { nonce } = await paymentOf(row);
      await at.database.db
        .insertInto('chain_landings')
        .values({ chain: 'ETH', txid: `0x${'9'.repeat(64)}`, sender: at.hot, nonce, height: 1 })
        .execute();
    },
  ],
  [
    'the row of its transaction is replaced',
    async (row) => {
      const txid = `0x${'8'.repeat(64)}`;
      const { payment } = await attemptOf(row);
      await at.database.db.updateTable('chain_attempts').set({ txid }).where('payment', '=', payment).execute();
    },
  ],
])('no money comes back where %s', async (_what, plant) => {
  const row = await asked(bob);
  await at.custody.tick();
  const own = await attemptOf(row);
  const before = at.held(customer, 'USDT').available;
  await plant(row);
  // No block has its own transaction yet.
  await at.custody.tick();
  await at.mine(confirmations + 1);
  await at.custody.tick();
  await at.advance(confirmations);
  expect(at.held(customer, 'USDT').available).toBe(before);
  expect((await at.withdrawal(row.id)).state).not.toBe('failed');
  const { db } = at.database;
  await db.updateTable('chain_attempts').set({ txid: own.txid }).where('payment', '=', own.payment).execute();
  at.passTime(61_000);
  await at.advance(confirmations);
  expect((await at.withdrawal(row.id)).state).toBe('done');
});
