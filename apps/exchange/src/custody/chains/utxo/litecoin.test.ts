import { rename } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeDeposits } from '../../../../testing/chain-families/deposits.ts';
import { openedFamily } from '../../../../testing/chain-families/family.ts';
import { openLitecoinFamily } from '../../../../testing/chain-families/litecoin-family.ts';
import { describeTwoNodes } from '../../../../testing/chain-families/two-nodes.ts';
import { describeReplacements, describeWithdrawals } from '../../../../testing/chain-families/withdrawals.ts';
import { confirmations, type TestLitecoinCustody } from '../../../../testing/test-litecoin-custody.ts';
import type { WithdrawalRow } from '../../../funds/withdrawals/index.ts';

const coin = 100_000_000;
const minuteMs = 60_000;
/** A node forgets a transaction that waited for two weeks. */
const forgetsAfterSeconds = 15 * 24 * 3_600;
/** Relayed by the network, and worth less than twice the fee to spend it. */
const dust = 6_000;
const family = openedFamily(() => openLitecoinFamily({ consolidateAbove: 30 }));
let at: TestLitecoinCustody;
beforeAll(() => {
  at = family().test;
});

const pay = (address: string, amount: number) => at.chain.outsider.pay(address, BigInt(amount));
const states = async (customer: number): Promise<string[]> =>
  (await at.deposits(customer)).map(({ amount, state }) => `${amount} ${state}`).toSorted();
const nextRecipient = (): string => family().newRecipient();

/** A customer with these amounts, each from its own deposit. */
async function rich(...amounts: number[]): Promise<{ customer: number; address: string }> {
  const made = await at.newAddress();
  for (const amount of amounts) await pay(made.address, amount);
  await at.advance(confirmations);
  return made;
}

describe('deposits', () => {
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
  const arrivedAt = (address: string): Promise<number> => family().arrivedAt(address);

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

test('a signed payment that the node forgot is sent again while the signer is away, however long it waits', async () => {
  const { node, outsider } = at.chain;
  const forget = async (): Promise<void> => {
    await node.call('setmocktime', Math.floor(Date.now() / 1_000) + forgetsAfterSeconds);
    // Its arrival makes the node look for old ones.
    await outsider.pay(outsider.address, BigInt(coin));
    await node.call('setmocktime', 0);
  };
  const { customer } = await rich(3 * coin);
  const order = { coin: 'LTC', chain: 'LTC', customer, address: nextRecipient(), amount: coin, fee: 0 } as const;
  const row = await at.approved(order);
  await at.custody.tick();
  const { txid } = await at.withdrawal(row.id);
  expect(await node.pool()).toContain(txid);

  const { signerSocket: socket } = at.signer;
  await rename(socket, `${socket}.away`);
  await forget();
  expect(await node.pool()).not.toContain(txid);
  at.passTime(minuteMs);
  await at.custody.tick();
  expect(await node.pool()).toContain(txid);
  // By now a higher fee is due, for which the signer is needed.
  await forget();
  expect(await node.pool()).not.toContain(txid);
  at.passTime(21 * minuteMs);
  await expect(at.custody.tick()).rejects.toThrow('the signer is away');
  expect(await node.pool()).toContain(txid);
  await rename(`${socket}.away`, socket);
  await at.advance(confirmations);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done', txid });
});

describeDeposits(family);
describeWithdrawals(family);
describeReplacements(family, { afterMs: 20 * minuteMs, times: 1 });
describeTwoNodes(family);

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
