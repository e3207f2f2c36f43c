import { SystemOwner } from '@fft/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  confirmations,
  openTestLitecoinCustody,
  outsideAddress,
  type TestLitecoinCustody,
} from '../../../testing/test-litecoin-custody.ts';
import type { WithdrawalRow } from '../../funds/withdrawals/index.ts';
import { createWithdrawalReview } from '../../funds/withdrawals/review.ts';
import { testFourEyes, viewAndApprove } from '../../../testing/test-authority.ts';

const coin = 100_000_000;
const minuteMs = 60_000;
/** Relayed by the network, and worth less than twice the fee to spend it. */
const dust = 6_000;
let at: TestLitecoinCustody;
let recipients = 0;

beforeAll(async () => {
  at = await openTestLitecoinCustody({ consolidateAbove: 30 });
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const pay = (address: string, amount: number) => at.chain.outsider.pay(address, BigInt(amount));
const states = async (customer: number): Promise<string[]> =>
  (await at.deposits(customer)).map(({ amount, state }) => `${amount} ${state}`).toSorted();
const nextRecipient = (): string => outsideAddress(++recipients);

/** A customer with these amounts, each from its own deposit. */
async function rich(...amounts: number[]): Promise<{ customer: number; address: string }> {
  const made = await at.newAddress();
  for (const amount of amounts) await pay(made.address, amount);
  await at.advance(confirmations);
  return made;
}

describe('deposits', () => {
  test('a deposit is credited once, when it has enough confirmations, and one below the minimum is not', async () => {
    const { customer, address } = await at.newAddress();
    await pay(address, 123_456_789);
    await pay(address, 99_999);
    await at.advance(confirmations - 1);
    expect(await states(customer)).toEqual(['123456789 seen', '99999 small']);
    expect(at.held(customer, 'LTC').available).toBe(0);
    await at.advance(1);
    expect(at.held(customer, 'LTC').available).toBe(123_456_789);
    await at.advance(3);
    await at.restart();
    await at.advance(1);
    expect(at.held(customer, 'LTC').available).toBe(123_456_789);
    expect(await states(customer)).toEqual(['123456789 credited', '99999 small']);
  });

  test('a deposit whose block is dropped before its credit is orphaned and is the same deposit in another block', async () => {
    const { customer, address } = await at.newAddress();
    const { raw } = await pay(address, 2 * coin);
    await at.advance();
    await at.chain.drop(1);
    await at.advanceEmpty(2);
    expect(await states(customer)).toEqual([`${2 * coin} orphaned`]);
    await at.chain.mineWith(raw);
    await at.advance(confirmations);
    expect(await states(customer)).toEqual([`${2 * coin} credited`]);
    expect(at.held(customer, 'LTC')).toEqual({ available: 2 * coin, frozen: 0 });
  });

  test('a credited deposit whose block is dropped is held, and released once it is included again', async () => {
    const { customer, address } = await at.newAddress();
    const { raw } = await pay(address, 2 * coin);
    await at.advance(confirmations);
    await at.chain.drop(confirmations);
    await at.advanceEmpty(confirmations + 1);
    expect(at.held(customer, 'LTC')).toEqual({ available: 0, frozen: 2 * coin });
    expect(at.alarms.join()).toContain('deposit.lost');
    await at.chain.mineWith(raw);
    await at.advance(2);
    expect(at.held(customer, 'LTC')).toEqual({ available: 2 * coin, frozen: 0 });
  });

  test('a deposit that its sender replaces before it is in a block is credited as the transaction that lands', async () => {
    const { customer, address } = await at.newAddress();
    const { outsider } = at.chain;
    const { from } = await pay(address, coin);
    const replacement = outsider.sign({ to: address, amount: BigInt(coin) / 2n, from, fee: 50_000n });
    await at.chain.node.broadcast(replacement.raw);
    await at.advance(confirmations);
    expect(await states(customer)).toEqual([`${coin / 2} credited`]);
    expect(at.held(customer, 'LTC').available).toBe(coin / 2);
  });

  test('a deposit row that no block backs is never credited, no matter who wrote it', async () => {
    const { customer, address } = await at.newAddress();
    await pay(address, 2 * coin);
    await at.advance();
    await at.database.db
      .updateTable('chain_deposits')
      .set({ amount: 2_000 * coin })
      .where('customer', '=', customer)
      .execute();
    await at.advance(confirmations);
    expect(at.held(customer, 'LTC').available).toBe(0);
    expect(at.alarms.join()).toContain('deposit.notInBlock');
    await at.database.db
      .updateTable('chain_deposits')
      .set({ amount: 2 * coin })
      .where('customer', '=', customer)
      .execute();
    await at.advance();
    expect(at.held(customer, 'LTC').available).toBe(2 * coin);
  });

  test('a credited deposit that a double spend replaces is reversed with an alarm', async () => {
    const { customer, address } = await at.newAddress();
    const { from } = await pay(address, 2 * coin);
    await at.advance(confirmations);
    await at.chain.drop(confirmations);
    const { outsider } = at.chain;
    const otherwise = outsider.sign({ to: outsider.address, amount: 1_000_000n, from, fee: 50_000n });
    await at.chain.mineWith(otherwise.raw);
    await at.advance(confirmations * 3);
    expect(at.held(customer, 'LTC')).toEqual({ available: 0, frozen: 0 });
    expect(await states(customer)).toEqual([`${2 * coin} reversed`]);
    expect(at.alarms.join()).toContain('deposit.reversed');
  });
});

describe('withdrawals', () => {
  let customer: number;
  beforeAll(async () => {
    ({ customer } = await rich(30 * coin, 30 * coin, 30 * coin, 30 * coin));
  });

  const approve = (amount: number, address = nextRecipient(), fee = 0): Promise<WithdrawalRow> =>
    at.approved({ coin: 'LTC', chain: 'LTC', customer, address, amount, fee });
  const state = async ({ id }: WithdrawalRow): Promise<string> => (await at.withdrawal(id)).state;
  const attempts = ({ id }: WithdrawalRow) =>
    at.database.db
      .selectFrom('chain_payments')
      .innerJoin('chain_attempts', 'payment', 'chain_payments.id')
      .select(['txid', 'raw', 'chain_attempts.fee', 'state', 'cost', 'chain_payments.id'])
      .where('purpose', '=', 'withdrawal')
      .where('reference', '=', id)
      .orderBy('chain_attempts.time')
      .execute();
  /** The amount that came to an address, as the node counts it. */
  const arrivedAt = async (address: string): Promise<number> => {
    const found = (await at.chain.node.call('scantxoutset', 'start', [`addr(${address})`])) as { total_amount: number };
    return Math.round(found.total_amount * coin);
  };

  test('a withdrawal is sent, gains confirmations and completes; the amount without the fee arrives, and the books record the network fee', async () => {
    const recipient = nextRecipient();
    const before = await at.custody.checkSolvency();
    const row = await approve(5 * coin, recipient, 100_000);
    await at.custody.tick();
    expect(await state(row)).toBe('sent');
    await at.advance();
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent', confirmations: 1 });
    await at.advance(confirmations - 1);
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done', confirmations });
    expect(await arrivedAt(recipient)).toBe(5 * coin - 100_000);
    const [{ fee, cost } = {}] = await attempts(row);
    expect(Number(fee)).toBeGreaterThan(0);
    expect(cost).toBe(fee);
    const after = await at.custody.checkSolvency();
    const left = BigInt(5 * coin - 100_000);
    expect(after[0]?.held).toBe((before[0]?.held ?? 0n) - left - BigInt(fee ?? 0));
    // The exchange earned its fee, and pays the network fee from it.
    expect(after[0]?.owed).toBe((before[0]?.owed ?? 0n) - left - 100_000n);
    expect(at.host.engine.balance(SystemOwner.house, 'coin', row.asset).available).toBe(100_000);
    expect(at.custody.isShort).toBe(false);
  });

  test('twelve concurrent withdrawals from four coins are paid once each, the later ones from change', async () => {
    const rows = [];
    for (let index = 0; index < 12; index += 1) rows.push(await approve(coin));
    await at.custody.tick();
    const sent = (await Promise.all(rows.map(state))).filter((one) => one === 'sent');
    expect(sent.length).toBeGreaterThanOrEqual(4);
    expect(sent.length).toBeLessThan(12);
    await at.advance(confirmations + 4);
    expect(new Set(await Promise.all(rows.map(state)))).toEqual(new Set(['done']));
    for (const { address } of rows) expect(await arrivedAt(address)).toBe(coin);
    expect(at.alarms).toEqual([]);
  });

  test('a withdrawal to another customer’s address moves inside the books', async () => {
    const other = await at.newAddress();
    const row = await approve(coin, other.address.toUpperCase());
    await at.custody.tick();
    await at.custody.tick();
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done', txid: 'internal' });
    expect(at.held(other.customer, 'LTC').available).toBe(coin);
  });

  test('a process killed between signing and recording signs the same coins again, and one transaction lands', async () => {
    const row = await approve(coin);
    await at.custody.tick();
    const [lost] = await attempts(row);
    const { db } = at.database;
    await db
      .deleteFrom('chain_attempts')
      .where('payment', '=', lost?.id ?? 0)
      .execute();
    await db
      .updateTable('chain_payments')
      .set({ state: 'reserved' })
      .where('id', '=', lost?.id ?? 0)
      .execute();
    await db.updateTable('withdrawals').set({ state: 'approved', txid: null }).where('id', '=', row.id).execute();
    await at.restart();
    await at.custody.tick();
    const [again] = await attempts(row);
    // The same coins and the same fee make the same transaction.
    expect(again?.txid).toBe(lost?.txid);
    await at.advance(confirmations);
    expect(await state(row)).toBe('done');
    expect(await arrivedAt(row.address)).toBe(coin);
  });

  test('a process killed after recording or sending a payment continues with the signed transaction', async () => {
    for (const isSent of [false, true]) {
      const row = await approve(coin);
      await at.custody.tick();
      const [signed] = await attempts(row);
      if (!isSent) {
        await at.database.db
          .updateTable('withdrawals')
          .set({ state: 'approved', txid: null })
          .where('id', '=', row.id)
          .execute();
      }
      await at.restart();
      await at.advance(confirmations);
      expect(await state(row)).toBe('done');
      expect((await attempts(row)).map(({ txid }) => txid)).toEqual([signed?.txid]);
      expect(await arrivedAt(row.address)).toBe(coin);
    }
  });

  test('a withdrawal that waits long is replaced by one with a higher fee and is paid once, whichever lands', async () => {
    for (const which of ['first', 'second'] as const) {
      const row = await approve(coin);
      await at.custody.tick();
      await at.advanceEmpty(1);
      at.passTime(21 * minuteMs);
      await at.advanceEmpty(1);
      const [first, second, ...more] = await attempts(row);
      expect(more).toEqual([]);
      expect(Number(second?.fee)).toBeGreaterThan(Number(first?.fee));
      const lands = which === 'first' ? first : second;
      expect(await at.chain.node.pool()).toContain(second?.txid);
      await at.chain.mineWith(lands?.raw ?? '');
      await at.advance(confirmations);
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done', txid: lands?.txid });
      expect((await attempts(row))[0]).toMatchObject({ cost: lands?.fee });
      expect(await arrivedAt(row.address)).toBe(coin);
    }
  });

  test('a withdrawal whose block is dropped waits again, and its coins pay nothing else', async () => {
    const row = await approve(coin);
    await at.custody.tick();
    await at.advance(2);
    expect(await at.withdrawal(row.id)).toMatchObject({ confirmations: 2 });
    await at.chain.drop(2);
    const other = await approve(coin);
    await at.advanceEmpty(3);
    expect(await Promise.all([row, other].map(state))).toEqual(['sent', 'sent']);
    await at.advance(confirmations);
    expect(await Promise.all([row, other].map(state))).toEqual(['done', 'done']);
    expect(await arrivedAt(row.address)).toBe(coin);
    expect(await arrivedAt(other.address)).toBe(coin);
  });

  test('a withdrawal whose coin was double-spent for good is returned, and its other coins can be spent again', async () => {
    const { customer: other, address } = await at.newAddress();
    const { from } = await pay(address, 39 * coin);
    await at.advance(confirmations);
    const available = () => at.held(customer, 'LTC').available;
    const before = available();
    // The largest coin is the deposit's, and the next withdrawal is paid with its change.
    const [first, second] = [await approve(38 * coin), await approve(coin / 2)];
    await at.custody.tick();
    await at.advance(1);
    expect(await Promise.all([first, second].map(state))).toEqual(['sent', 'sent']);
    await at.chain.drop(confirmations + 1);
    const { outsider } = at.chain;
    const otherwise = outsider.sign({ to: outsider.address, amount: 1_000_000n, from, fee: 90_000n });
    await at.chain.mineWith(otherwise.raw);
    await at.advanceEmpty(1);
    expect(await at.withdrawal(first.id)).toMatchObject({ state: 'sent' });
    expect(available()).toBe(before - 38 * coin - coin / 2);
    await at.advance(confirmations * 2);
    expect(await at.withdrawal(first.id)).toMatchObject({ state: 'failed' });
    expect(await arrivedAt(first.address)).toBe(0);
    expect(await state(second)).toBe('done');
    expect(available()).toBe(before - coin / 2);
    // It was missed two blocks later, when the chain had reached its former height.
    await at.advance(2);
    expect(await states(other)).toEqual([`${39 * coin} reversed`]);
    const again = await approve(coin, first.address);
    await at.advance(confirmations + 1);
    expect(await state(again)).toBe('done');
  });

  test('a withdrawal whose row says who spent its coins neither completes nor returns until a block agrees', async () => {
    for (const isOwn of [false, true]) {
      const row = await approve(coin);
      await at.custody.tick();
      const [own] = await attempts(row);
      const spent_by = isOwn ? (own?.txid ?? '') : '9'.repeat(64);
      const ofIt = () => at.database.db.updateTable('utxo_coins').where('payment', '=', own?.id ?? 0);
      await ofIt().set({ spent_by, spent_height: 1 }).execute();
      await at.advanceEmpty(1);
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent' });
      await at.advance(confirmations);
      expect(await state(row)).toBe('done');
      expect(await arrivedAt(row.address)).toBe(coin);
    }
  });

  test('a withdrawal locked after its approval goes back to review unsigned', async () => {
    const { db } = at.database;
    const row = await approve(coin);
    const setLock = (locked_at: number | null) =>
      db.updateTable('customers').set({ locked_at }).where('id', '=', customer).execute();
    await setLock(at.now());
    await at.advance();
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'review', risks: ['accountLocked'], txid: null });
    const payments = db.selectFrom('chain_payments').selectAll().where('purpose', '=', 'withdrawal');
    expect(await payments.where('reference', '=', row.id).execute()).toEqual([]);
    await setLock(null);
    await viewAndApprove(
      createWithdrawalReview({ db, ...at, ...testFourEyes, approverDayUsdt: 500_000, onChange: async () => undefined }),
      row.id,
      'olga',
    );
    await at.advance(confirmations + 1);
    expect(await state(row)).toBe('done');
  });

  test('a withdrawal above the signer’s limit waits for an operator, frees its coins, and delays no one', async () => {
    const large = await approve(41 * coin);
    const other = await approve(coin);
    await at.custody.tick();
    expect(at.alarms.join()).toContain('above the limit of one payment');
    expect(await state(large)).toBe('approved');
    await at.advance(confirmations + 1);
    expect(await state(other)).toBe('done');
    await at.processor.move(large.id, 'rejected');
  });

  test('small coins are consolidated when there are many', async () => {
    const { customer: saver, address } = await at.newAddress();
    for (let index = 0; index < 31; index += 1) await pay(address, 1_000_000);
    await at.advance(confirmations);
    expect(at.held(saver, 'LTC').available).toBe(31_000_000);
    const free = () => at.database.db.selectFrom('utxo_coins').select('amount').where('spent_by', 'is', null).execute();
    const before = (await free()).length;
    await at.advance(confirmations + 1);
    expect((await free()).length).toBeLessThan(before - 29);
    expect(await at.deposits(saver)).toHaveLength(31);
  });

  test('coins that cost more than they are worth stay where they are, however many', async () => {
    const { address } = await at.newAddress();
    for (let index = 0; index < 31; index += 1) await pay(address, dust);
    await at.advance(2 * confirmations + 1);
    const left = await at.database.db
      .selectFrom('utxo_coins')
      .select('amount')
      .where('spent_by', 'is', null)
      .where('amount', '=', dust)
      .execute();
    expect(left).toHaveLength(31);
    expect(
      await at.database.db.selectFrom('chain_payments').select('id').where('state', '=', 'reserved').execute(),
    ).toEqual([]);
  });
});

test('the books equal all our coins at the end, as the node counts them', async () => {
  const { db } = at.database;
  const rows = await db.selectFrom('utxo_coins').selectAll().where('spent_height', 'is', null).execute();
  const unspent: boolean[] = [];
  // One by one: the node accepts few requests at a time.
  for (const { txid, vout } of rows) unspent.push(await at.chain.node.isUnspent(txid, vout));
  expect(rows.filter(({ height }, index) => (height !== null) !== unspent[index])).toEqual([]);
  const [{ held } = {}] = await at.custody.checkSolvency();
  expect(held).toBe(rows.reduce((sum, row) => sum + (row.height === null ? 0n : BigInt(row.amount)), 0n));
});
