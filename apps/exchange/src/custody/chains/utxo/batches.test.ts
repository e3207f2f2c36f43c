import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { batchedWithdrawals } from '../../../../testing/batched-withdrawals.ts';
import { interceptSigner } from '../../../../testing/intercept-signer.ts';
import {
  confirmations,
  openTestLitecoinCustody,
  outsideAddress,
  type TestLitecoinCustody,
} from '../../../../testing/test-litecoin-custody.ts';
import type { WithdrawalRow } from '../../../funds/withdrawals/index.ts';

/** Several withdrawals by one transaction, on a real chain, with a real signer. */
const coin = 100_000_000;
const gatherMs = 10_000;
const minuteMs = 60_000;
let at: TestLitecoinCustody;
let customer: number;
let recipients = 100;

beforeAll(async () => {
  at = await openTestLitecoinCustody({ gatherMs });
  const made = await at.newAddress();
  ({ customer } = made);
  for (let index = 0; index < 8; index += 1) await at.chain.outsider.pay(made.address, BigInt(30 * coin));
  // The house's reserve for the network's fees.
  await at.chain.outsider.pay(at.custody.hot, BigInt(coin));
  await at.advance(confirmations);
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const approve = (amount = coin, address = outsideAddress(++recipients), of = customer): Promise<WithdrawalRow> =>
  at.approved({ coin: 'LTC', chain: 'LTC', customer: of, address, amount, fee: 0 });
async function approveSome(count: number): Promise<WithdrawalRow[]> {
  const rows: WithdrawalRow[] = [];
  for (let index = 0; index < count; index += 1) rows.push(await approve(coin + index));
  return rows;
}
const { gather, states, txids, payments, openPayments } = batchedWithdrawals(() => at, gatherMs);
const attempts = async (rows: readonly WithdrawalRow[]) => {
  const [{ batch } = { batch: 0 }] = await payments(rows);
  const query = at.database.db.selectFrom('chain_attempts').selectAll().where('payment', '=', batch);
  return query.orderBy('time').execute();
};
/** The amount that came to an address, as the node counts it. */
async function arrivedAt(address: string): Promise<number> {
  const found = (await at.chain.node.call('scantxoutset', 'start', [`addr(${address})`])) as { total_amount: number };
  return Math.round(found.total_amount * coin);
}
async function expectPaidOnce(rows: readonly WithdrawalRow[]): Promise<void> {
  expect(await states(rows)).toEqual(rows.map(() => 'done'));
  for (const { address, amount } of rows) expect(await arrivedAt(address)).toBe(amount);
  await at.custody.tick();
  expect(await openPayments()).toEqual([]);
}

test('withdrawals that gather are paid by one transaction, and the parts of its fee add up', async () => {
  const before = await at.custody.checkSolvency();
  const rows = await approveSome(7);
  await at.custody.tick();
  expect(await states(rows)).toEqual(rows.map(() => 'approved'));
  at.passTime(gatherMs);
  await at.custody.tick();
  const [txid, ...more] = await txids(rows);
  expect(txid).toMatch(/^[0-9a-f]{64}$/);
  expect(more).toEqual([]);
  const [attempt] = await attempts(rows);
  const { vout } = (await at.chain.node.call('getrawtransaction', txid, true)) as { vout: { value: number }[] };
  // In the order of the withdrawals, and our change last.
  expect(vout.slice(0, -1).map(({ value }) => Math.round(value * coin))).toEqual(rows.map(({ amount }) => amount));
  await at.advance(confirmations);
  await expectPaidOnce(rows);
  const costs = (await payments(rows)).map(({ cost }) => BigInt(cost ?? 0));
  expect(costs.reduce((sum, cost) => sum + cost)).toBe(BigInt(attempt?.fee ?? 0));
  const [most, least] = [Math.max(...costs.map(Number)), Math.min(...costs.map(Number))];
  expect(most - least).toBeLessThanOrEqual(1);
  const after = await at.custody.checkSolvency();
  const left = rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  expect(after[0]?.held).toBe((before[0]?.held ?? 0n) - left - BigInt(attempt?.fee ?? 0));
  expect(at.alarms).toEqual([]);
});

test('one withdrawal alone is paid as ever, and two to one address each have an output', async () => {
  const alone = await approve();
  await gather();
  expect((await payments([alone]))[0]).toMatchObject({ batch: null, state: 'signed' });
  const address = outsideAddress(++recipients);
  const twins = [await approve(coin, address), await approve(coin, address)];
  await gather();
  expect(await txids(twins)).toHaveLength(1);
  await at.advance(confirmations);
  expect(await states([alone, ...twins])).toEqual(['done', 'done', 'done']);
  expect(await arrivedAt(address)).toBe(2 * coin);
});

test('a withdrawal that the signer refuses leaves its batch, and the others are paid together', async () => {
  const [first, large, last] = [await approve(), await approve(41 * coin), await approve()];
  await gather();
  expect(await states([first, large, last])).toEqual(['sent', 'approved', 'sent']);
  expect(await txids([first, last])).toHaveLength(1);
  expect(at.alarms.join()).toContain('above the limit of one payment');
  await at.advance(confirmations);
  await expectPaidOnce([first, last]);
  expect(await states([large])).toEqual(['approved']);
  await at.processor.move(large.id, 'rejected');
});

test('a withdrawal that cannot be paid, or is altered, holds up no other', async () => {
  // Less than the chain passes on.
  const dust = await approve(1_000);
  const [small, altered, other] = [await approve(), await approve(), await approve()];
  await at.database.db
    .updateTable('withdrawals')
    .set({ amount: 2 * coin })
    .where('id', '=', altered.id)
    .execute();
  await gather();
  expect(await states([dust, small, altered, other])).toEqual(['approved', 'sent', 'review', 'sent']);
  expect(at.alarms.join()).toContain('withdrawal.altered');
  await at.advance(confirmations);
  await expectPaidOnce([small, other]);
  await at.processor.move(dust.id, 'rejected');
});

test('a batch whose signature is lost on its way is signed again, and one of its withdrawals was rejected meanwhile', async () => {
  const rows = await approveSome(3);
  const [, second] = rows;
  if (!second) throw new Error('three are approved');
  await at.custody.tick();
  at.passTime(gatherMs);
  let signed = 0;
  const lose = { path: '/sign', passes: async () => (signed += 1) === 0 } as const;
  await interceptSigner(at.signer.signerSocket, lose, () => at.custody.tick().catch(() => undefined));
  expect(signed).toBe(1);
  expect(await states(rows)).toEqual(['approved', 'approved', 'approved']);
  const coinsOf = async () => {
    const [{ batch } = { batch: null }] = await payments(rows);
    const query = at.database.db.selectFrom('utxo_coins').select(['txid', 'vout']).where('payment', '=', batch);
    return query.orderBy('txid').orderBy('vout').execute();
  };
  const reserved = await coinsOf();
  expect(reserved.length).toBeGreaterThan(0);
  await at.processor.move(second.id, 'review');
  await at.processor.move(second.id, 'rejected');
  await at.restart();
  at.passTime(minuteMs);
  await at.custody.tick();
  const others = rows.filter((row) => row !== second);
  expect(await states(rows)).toEqual(['sent', 'rejected', 'sent']);
  expect(await txids(others)).toHaveLength(1);
  // What may be out spends the same coins, so that only one of the two can land.
  expect(await coinsOf()).toEqual(expect.arrayContaining(reserved));
  await at.advance(confirmations);
  await expectPaidOnce(others);
  expect(await arrivedAt(second.address)).toBe(0);
});

test('a process killed between any two steps continues with the same batch', async () => {
  const { db } = at.database;
  for (const step of ['signed', 'recorded'] as const) {
    const rows = await approveSome(3);
    await gather();
    const [lost] = await attempts(rows);
    const [{ batch } = { batch: null }] = await payments(rows);
    if (step === 'signed') {
      // As it was before the signature was recorded; the signer knows of it.
      await db.deleteFrom('chain_attempts').where('payment', '=', batch).execute();
      await db
        .updateTable('chain_payments')
        .set({ state: 'reserved' })
        .where(({ eb, or }) => or([eb('id', '=', batch), eb('batch', '=', batch)]))
        .execute();
      for (const { id } of rows)
        await db.updateTable('withdrawals').set({ state: 'approved', txid: null }).where('id', '=', id).execute();
    }
    // Others come in between.
    const later = [await approve(), await approve()];
    await at.restart();
    await gather();
    expect((await attempts(rows)).map(({ txid }) => txid)).toEqual([lost?.txid]);
    await at.advance(confirmations + 1);
    await expectPaidOnce([...rows, ...later]);
  }
});

test('while the signer is away a batch waits, and is paid once it is back, even if no more are gathered', async () => {
  const rows = await approveSome(2);
  await at.custody.tick();
  at.passTime(gatherMs);
  await at.signer.close();
  await expect(at.custody.tick()).rejects.toThrow('the signer is away');
  expect(await states(rows)).toEqual(['approved', 'approved']);
  await at.restartSigner({});
  await at.custody.tick();
  at.passTime(gatherMs);
  const lose = { path: '/sign', passes: async () => false } as const;
  await interceptSigner(at.signer.signerSocket, lose, () => at.custody.tick().catch(() => undefined));
  expect(await states(rows)).toEqual(['approved', 'approved']);
  await at.restart(0);
  const alone = await approve();
  await at.custody.tick();
  expect(await txids(rows)).toHaveLength(1);
  expect((await payments([alone]))[0]).toMatchObject({ batch: null, state: 'signed' });
  await at.advance(confirmations);
  await expectPaidOnce([...rows, alone]);
  await at.restart();
});

test('a batch that the signer refuses as a whole is given up, and its withdrawals are tried alone until it allows them', async () => {
  const limits = { network: 'litecoin-regtest', one: '4000000000', day: '100000000000', feeMax: '10000000' };
  await at.restartSigner({ SIGNER_LTC: JSON.stringify({ ...limits, feeDay: '1' }) });
  const rows = await approveSome(3);
  await gather();
  expect(at.alarms.join()).toContain('withdrawal.batchRefused');
  expect(await states(rows)).toEqual(['approved', 'approved', 'approved']);
  expect(await openPayments()).toEqual([]);
  await at.custody.tick();
  expect(at.alarms.filter((line) => line.includes('withdrawal.needsReview'))).toHaveLength(3);
  await at.restartSigner({});
  await gather();
  await at.advance(confirmations);
  await expectPaidOnce(rows);
});

test('an account locked while its batch is signed gets its withdrawal back to review, and the others are paid', async () => {
  const other = await at.newAddress();
  await at.chain.outsider.pay(other.address, BigInt(3 * coin));
  await at.advance(confirmations);
  const rows = [await approve(), await approve(coin, outsideAddress(++recipients), other.customer), await approve()];
  const setLock = (locked_at: number | null) =>
    at.database.db.updateTable('customers').set({ locked_at }).where('id', '=', other.customer).execute();
  await at.custody.tick();
  at.passTime(gatherMs);
  const lock = {
    path: '/sign',
    passes: async () => {
      await setLock(at.now());
      return true;
    },
  } as const;
  await interceptSigner(at.signer.signerSocket, lock, () => at.custody.tick());
  expect(await states(rows)).toEqual(['sent', 'review', 'sent']);
  await at.advance(confirmations);
  await expectPaidOnce(rows.filter((_, index) => index !== 1));
  expect(await arrivedAt(rows[1]?.address ?? '')).toBe(0);
});

test('a batch that waits long is replaced by one with a higher fee, and an operator can ask for it on any of its withdrawals', async () => {
  const rows = await approveSome(3);
  await gather();
  await at.advanceEmpty(1);
  at.passTime(21 * minuteMs);
  await at.advanceEmpty(1);
  const [, last] = await payments(rows);
  at.passTime(minuteMs);
  const asked = { payment: last?.id ?? 0, act: 'bump', operator: 'anna', time: at.now() } as const;
  await at.database.db.insertInto('payment_requests').values(asked).execute();
  await at.custody.tick();
  const made = await attempts(rows);
  expect(made).toHaveLength(3);
  const fees = made.map(({ fee }) => Number(fee));
  expect(fees).toEqual(fees.toSorted((a, b) => a - b));
  // The second one lands, though the third is in the pool.
  await at.chain.mineWith(made[1]?.raw ?? '');
  await at.advance(confirmations);
  await expectPaidOnce(rows);
  expect(await txids(rows)).toEqual([made[1]?.txid]);
  const costs = (await payments(rows)).map(({ cost }) => Number(cost));
  expect(costs.reduce((sum, cost) => sum + cost)).toBe(fees[1]);
});

test('a batch whose block is dropped waits again and is paid once', async () => {
  const rows = await approveSome(2);
  await gather();
  await at.advance(2);
  await at.chain.drop(2);
  await at.advanceEmpty(3);
  expect(await states(rows)).toEqual(['sent', 'sent']);
  await at.advance(confirmations);
  await expectPaidOnce(rows);
});

test('a batch whose coin was double-spent for good is returned to all of its customers', async () => {
  const made = await at.newAddress();
  const { from } = await at.chain.outsider.pay(made.address, BigInt(39 * coin));
  await at.advance(confirmations);
  const available = () => at.held(customer, 'LTC').available;
  const before = available();
  // The largest coin is the deposit's.
  const rows = [await approve(20 * coin), await approve(17 * coin)];
  await gather();
  await at.advance(1);
  expect(await txids(rows)).toHaveLength(1);
  await at.chain.drop(confirmations + 1);
  const { outsider } = at.chain;
  const otherwise = outsider.sign({ to: outsider.address, amount: 1_000_000n, from, fee: 90_000n });
  await at.chain.mineWith(otherwise.raw);
  await at.advanceEmpty(1);
  expect(await states(rows)).toEqual(['sent', 'sent']);
  await at.advance(confirmations * 2);
  expect(await states(rows)).toEqual(['failed', 'failed']);
  for (const { address } of rows) expect(await arrivedAt(address)).toBe(0);
  expect(available()).toBe(before);
  const again = await approveSome(2);
  await gather();
  await at.advance(confirmations + 1);
  await expectPaidOnce(again);
});

test('a row that claims to be paid by another batch is not completed', async () => {
  const rows = await approveSome(2);
  await gather();
  const [{ batch } = { batch: null }] = await payments(rows);
  const { db } = at.database;
  const [own, alone] = [await approve(), await approve(coin + 7)];
  await gather();
  const [stolen] = await payments([own]);
  await db
    .updateTable('chain_payments')
    .set({ batch })
    .where('id', '=', stolen?.id ?? 0)
    .execute();
  await at.advance(confirmations);
  // The batch's outputs are not those of the payments that claim to be in it.
  expect(await states([...rows, own, alone])).toEqual(['sent', 'sent', 'sent', 'sent']);
  expect(at.alarms.join()).toContain('withdrawal.altered');
  await db
    .updateTable('chain_payments')
    .set({ batch: stolen?.batch ?? null })
    .where('id', '=', stolen?.id ?? 0)
    .execute();
  at.passTime(2 * minuteMs);
  await at.advance(1);
  await expectPaidOnce([...rows, own, alone]);
});
