import { describe, expect, test } from 'vitest';
import { createWithdrawalReview } from '../../src/funds/withdrawals/review.ts';
import { testFourEyes, viewAndApprove } from '../test-authority.ts';
import { approve, type ChainFamily, paymentOf, richCustomer } from './family.ts';

/** After this a payment that the chain forgot is sent again. */
const sendAgainMs = 31_000;
/** After this a withdrawal that could not be paid is tried again. */
const lookAgainMs = 61_000;

/** What goes out, on every chain. */
export function describeWithdrawals(family: () => ChainFamily): void {
  const stateOf = async (id: number): Promise<string> => (await family().withdrawal(id)).state;

  describe('withdrawals', () => {
    test('a withdrawal is sent, gains confirmations and is done; the amount without the fee arrives, and its cost is recorded', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const customer = await richCustomer(at, 20 * unit);
      const row = await approve(at, { customer, address: at.newRecipient(), amount: 15 * unit, fee: unit });
      await at.custody.tick();
      expect(await stateOf(row.id)).toBe('sent');
      expect(at.held(customer, coin)).toEqual({ available: 5 * unit, frozen: 15 * unit });
      await at.advance();
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent', confirmations: 1 });
      await at.advance(confirmations - 1);
      const { state, cost, attempts } = await paymentOf(at, row);
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done', confirmations, txid: attempts[0]?.txid });
      expect([state, attempts.length]).toEqual(['done', 1]);
      expect(BigInt(cost ?? 0)).toBe(await at.chargedFor(attempts[0]?.txid ?? ''));
      expect(await at.arrivedAt(row.address)).toBe(14 * unit);
      expect(at.held(customer, coin)).toEqual({ available: 5 * unit, frozen: 0 });
      expect(at.alarms).toEqual([]);
    });

    test('concurrent withdrawals, two of them equal, are paid once each', async () => {
      const at = family();
      const { unit, confirmations } = at;
      const customer = await richCustomer(at, 40 * unit);
      const [twin, other] = [at.newRecipient(), at.newRecipient()];
      const rows = await Promise.all(
        [twin, twin, other].map((address) => approve(at, { customer, address, amount: 5 * unit })),
      );
      for (let pass = 0; pass < 3; pass += 1) await at.custody.tick();
      await at.advance(confirmations * 3);
      expect(await Promise.all(rows.map(({ id }) => stateOf(id)))).toEqual(['done', 'done', 'done']);
      expect([await at.arrivedAt(twin), await at.arrivedAt(other)]).toEqual([10 * unit, 5 * unit]);
    });

    test('a withdrawal to another customer’s address moves inside the books, and nothing leaves', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const customer = await richCustomer(at, 20 * unit);
      const other = await at.newAddress();
      const row = await approve(at, { customer, address: other.address, amount: 5 * unit, fee: unit });
      await at.custody.tick();
      await at.custody.tick();
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done', txid: 'internal' });
      expect(at.held(other.customer, coin).available).toBe(4 * unit);
      await at.advance(confirmations);
      expect(at.held(other.customer, coin).available).toBe(4 * unit);
      expect(await at.arrivedAt(other.address)).toBe(0);
    });

    test('a process killed after signing sends the signed transaction and signs nothing again', async () => {
      const at = family();
      const { unit, confirmations } = at;
      const customer = await richCustomer(at, 20 * unit);
      const row = await approve(at, { customer, address: at.newRecipient(), amount: 5 * unit });
      at.losesAll = true;
      await at.custody.tick();
      at.losesAll = false;
      const { attempts } = await paymentOf(at, row);
      const change = { state: 'approved', txid: null } as const;
      await at.database.db.updateTable('withdrawals').set(change).where('id', '=', row.id).execute();
      await at.restart();
      await at.custody.tick();
      await at.advance(confirmations);
      expect(await paymentOf(at, row)).toMatchObject({ state: 'done', attempts });
      expect(await stateOf(row.id)).toBe('done');
      expect(await at.arrivedAt(row.address)).toBe(5 * unit);
    });

    test('a withdrawal that the chain forgot is sent again, and paid once', async () => {
      const at = family();
      const { unit, confirmations } = at;
      const customer = await richCustomer(at, 20 * unit);
      const row = await approve(at, { customer, address: at.newRecipient(), amount: 5 * unit });
      at.losesAll = true;
      await at.custody.tick();
      at.losesAll = false;
      await at.advance(2);
      expect([await stateOf(row.id), await at.arrivedAt(row.address)]).toEqual(['sent', 0]);
      await at.passTime(sendAgainMs);
      await at.custody.tick();
      await at.advance(confirmations);
      expect(await stateOf(row.id)).toBe('done');
      expect((await paymentOf(at, row)).attempts).toHaveLength(1);
      expect(await at.arrivedAt(row.address)).toBe(5 * unit);
    });

    test('a withdrawal whose signed transaction is gone from the tables is neither returned nor paid again', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const { db } = at.database;
      const customer = await richCustomer(at, 20 * unit);
      const row = await approve(at, { customer, address: at.newRecipient(), amount: 5 * unit });
      await at.custody.tick();
      const { id } = await paymentOf(at, row);
      const attempts = await db.deleteFrom('chain_attempts').where('payment', '=', id).returningAll().execute();
      await at.advance(confirmations + 1);
      await at.passTime(sendAgainMs);
      await at.advance(confirmations);
      expect(await stateOf(row.id)).toBe('sent');
      expect(at.held(customer, coin)).toEqual({ available: 15 * unit, frozen: 5 * unit });
      expect(await at.arrivedAt(row.address)).toBe(5 * unit);
      await db.insertInto('chain_attempts').values(attempts).execute();
      await at.passTime(lookAgainMs);
      await at.advance(confirmations);
      // Where blocks were read for what we had signed, people must find out what became of it.
      expect(['sent', 'done']).toContain(await stateOf(row.id));
      expect(await at.arrivedAt(row.address)).toBe(5 * unit);
    });

    test('a withdrawal locked after its approval goes back to review unsigned', async () => {
      const at = family();
      const { unit, confirmations } = at;
      const { db } = at.database;
      const customer = await richCustomer(at, 20 * unit);
      const row = await approve(at, { customer, address: at.newRecipient(), amount: 5 * unit });
      const setLock = (locked_at: number | null) =>
        db.updateTable('customers').set({ locked_at }).where('id', '=', customer).execute();
      await setLock(at.now());
      await at.custody.tick();
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'review', risks: ['accountLocked'], txid: null });
      const payments = db.selectFrom('chain_payments').select('id').where('purpose', '=', 'withdrawal');
      expect(await payments.where('reference', '=', row.id).execute()).toEqual([]);
      await setLock(null);
      const rules = { ...testFourEyes, approverDayUsdt: 500_000, onChange: async () => undefined };
      await viewAndApprove(createWithdrawalReview({ db, ...at, ...rules }), row.id, 'olga');
      await at.advance(confirmations + 1);
      expect(await stateOf(row.id)).toBe('done');
    });

    test('a withdrawal above the signer’s limit waits for an operator, and delays no one', async () => {
      const at = family();
      const { unit, confirmations, aboveLimit } = at;
      const customer = await richCustomer(at, aboveLimit + unit);
      const large = await approve(at, { customer, address: at.newRecipient(), amount: aboveLimit });
      const other = await approve(at, {
        customer: await richCustomer(at, 9 * unit),
        address: at.newRecipient(),
        amount: 5 * unit,
      });
      await at.advance(confirmations + 1);
      expect(at.alarms.join()).toContain('above the limit of one payment');
      expect(await Promise.all([large.id, other.id].map(stateOf))).toEqual(['approved', 'done']);
      await at.processor.move(large.id, 'rejected');
      const next = await approve(at, { customer, address: at.newRecipient(), amount: 5 * unit });
      await at.passTime(lookAgainMs);
      await at.advance(confirmations + 1);
      expect(await Promise.all([large.id, next.id].map(stateOf))).toEqual(['rejected', 'done']);
      expect(await at.arrivedAt(large.address)).toBe(0);
    });

    test('what the hot wallet pays to an address that a customer gets only then is no deposit', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const { db } = at.database;
      const customer = await richCustomer(at, 20 * unit);
      const made = await at.newAddress();
      const known = db.deleteFrom('deposit_addresses').where('customer', '=', made.customer).returningAll();
      const rows = await known.execute();
      const row = await approve(at, { customer, address: made.address, amount: 5 * unit });
      await at.custody.tick();
      expect(await stateOf(row.id)).toBe('sent');
      await db.insertInto('deposit_addresses').values(rows).execute();
      await at.advance(confirmations + 1);
      expect(await stateOf(row.id)).toBe('done');
      expect(await at.arrivedAt(row.address)).toBe(5 * unit);
      expect(await at.deposits(made.customer)).toEqual([]);
      expect(at.held(made.customer, coin).available).toBe(0);
    });

    test('nothing is paid to a wallet of the exchange', async () => {
      const at = family();
      const { unit } = at;
      const customer = await richCustomer(at, 20 * unit);
      const row = await approve(at, { customer, address: at.custody.hot, amount: 5 * unit });
      await at.custody.tick();
      expect(await stateOf(row.id)).toBe('approved');
      expect(at.alarms.join()).toContain('addressOfHouse');
      await at.processor.move(row.id, 'rejected');
    });
  });
}

interface Replacing {
  /** How long a transaction waits before it is replaced. */
  readonly afterMs: number;
  /** The least fee of a replacement, in parts of the one before. */
  readonly times: number;
}

/** Where a waiting transaction can be replaced by one that pays more. */
export function describeReplacements(family: () => ChainFamily, { afterMs, times }: Replacing): void {
  /** A sent withdrawal. */
  async function waiting() {
    const at = family();
    const customer = await richCustomer(at, 20 * at.unit);
    // Swept, so that no other payment comes first.
    await at.advance(at.confirmations * 3);
    const row = await approve(at, { customer, address: at.newRecipient(), amount: 5 * at.unit });
    await at.custody.tick();
    return row;
  }

  /** Mines, and expects the second of two transactions, which pays more, to be there, and the payment once. */
  async function expectReplaced(row: Awaited<ReturnType<typeof waiting>>): Promise<void> {
    const at = family();
    const { attempts } = await paymentOf(at, row);
    const fees = attempts.map(({ fee, fee_per_gas }) => Number(fee ?? fee_per_gas));
    expect(fees).toHaveLength(2);
    expect(fees[1]).toBeGreaterThan((fees[0] ?? Infinity) * times);
    await at.advance(at.confirmations);
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done', txid: attempts[1]?.txid });
    expect(await at.arrivedAt(row.address)).toBe(5 * at.unit);
  }

  describe('replacements', () => {
    test('a withdrawal that waits long is replaced by one with a higher fee, and is paid once', async () => {
      const row = await waiting();
      await family().passTime(afterMs);
      await family().custody.tick();
      await expectReplaced(row);
    });

    test('a withdrawal that an operator bumps is replaced at once, and is paid once', async () => {
      const at = family();
      const { db } = at.database;
      const row = await waiting();
      const { id: payment } = await paymentOf(at, row);
      const bump = async (): Promise<unknown> => {
        const asked = { payment, act: 'bump', operator: 'anna', time: at.now() } as const;
        await db.insertInto('payment_requests').values(asked).execute();
        await at.custody.tick();
        const answers = db.selectFrom('payment_requests').select('answer').orderBy('id', 'desc');
        return (await answers.executeTakeFirstOrThrow()).answer;
      };
      expect(await bump()).toBe('tooSoon');
      await at.passTime(sendAgainMs);
      expect(await bump()).toBe('replaced');
      await expectReplaced(row);
      expect(await bump()).toBe('ended');
    });
  });
}
