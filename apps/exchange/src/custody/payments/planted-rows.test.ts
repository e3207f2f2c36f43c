import type { Insertable } from 'kysely';
import type { Address } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmations, openTestCustody, type TestCustody } from '../../../testing/test-custody.ts';
import { withoutTriggers } from '../../../testing/without-triggers.ts';
import type { Tables } from '../../database/tables.ts';

/** Write access to the database moves no money: custody checks the chain, the keys and the ledger first. */
let at: TestCustody;
let recipients = 0;
const dayMs = 24 * 3_600_000;
const usdt = 1_000_000;
beforeAll(async () => {
  at = await openTestCustody();
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const nextRecipient = (): Address => `0x${(++recipients).toString(16).padStart(40, 'd')}`;
const available = (customer: number): number => at.held(customer, 'USDT').available;

/** A customer with this many USDT, deposited over the chain. */
async function depositor(amount: number): Promise<{ readonly customer: number; readonly address: Address }> {
  const made = await at.newAddress();
  await at.pay(at.chain.bank.usdt, made.address, BigInt(amount));
  await at.advance(confirmations);
  expect(available(made.customer)).toBe(amount);
  return made;
}

function plant(row: Partial<Insertable<Tables['chain_deposits']>> & { customer: number; address: string }) {
  return at.database.db
    .insertInto('chain_deposits')
    .values({
      chain: 'ETH',
      txid: 'internal-1',
      position: 0,
      coin: 'USDT',
      asset: at.directory.assetId('USDT') ?? -1,
      amount: 1_000 * usdt,
      height: 0,
      block_hash: 'internal',
      state: 'seen',
      time: at.now(),
      updated: at.now(),
      ...row,
    })
    .execute();
}

const forget = (customer: number) => at.database.db.deleteFrom('chain_deposits').where('customer', '=', customer);

describe('an internal deposit', () => {
  test.each([
    ['of no withdrawal', {}],
    ['of a withdrawal whose id is not a number', { txid: 'internal-1e3' }],
  ])('a deposit %s is not credited', async (_name, fields) => {
    const made = await at.newAddress();
    await plant({ ...made, txid: 'internal-987654', ...fields });
    await at.advance();
    expect(available(made.customer)).toBe(0);
    expect(at.alarms.join()).toContain('deposit.notInBlock');
    await forget(made.customer).execute();
  });

  test('a deposit of a withdrawal that left over the chain or has no money in the ledger is not credited', async () => {
    const { customer } = await depositor(50 * usdt);
    const left = await at.approved({ customer, address: nextRecipient(), amount: 20 * usdt });
    await at.advance(confirmations + 2);
    expect(await at.withdrawal(left.id)).toMatchObject({ state: 'done' });
    const made = await at.newAddress();
    await plant({ ...made, txid: `internal-${left.id}`, amount: 20 * usdt });
    await at.advance();
    expect(available(made.customer)).toBe(0);
    // The whole withdrawal is invented, too.
    const { id } = await at.database.db
      .insertInto('withdrawals')
      .values({ ...withoutId(left), request_id: 'planted', address: made.address, txid: 'internal', state: 'done' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await forget(made.customer).execute();
    await plant({ ...made, txid: `internal-${id}`, amount: 20 * usdt });
    await at.advance();
    expect(available(made.customer)).toBe(0);
    await forget(made.customer).execute();
  });

  test('an internal deposit is credited once, to its customer, in the coin and amount of its withdrawal', async () => {
    const payer = await depositor(50 * usdt);
    const payee = await at.newAddress();
    const row = await at.approved({ ...payer, address: payee.address, amount: 20 * usdt, fee: usdt });
    await at.custody.tick();
    const ofPayee = () => at.database.db.updateTable('chain_deposits').where('customer', '=', payee.customer);
    const [made] = await at.deposits(payee.customer);
    expect(made).toMatchObject({ txid: `internal-${row.id}`, state: 'seen', amount: 19 * usdt });
    const thief = await at.newAddress();
    for (const change of [{ amount: 20 * usdt }, { customer: thief.customer }, { address: thief.address }]) {
      await ofPayee().set(change).execute();
      await at.custody.tick();
      expect([available(payee.customer), available(thief.customer)]).toEqual([0, 0]);
      if (made)
        await at.database.db.updateTable('chain_deposits').set(withoutId(made)).where('id', '=', made.id).execute();
    }
    await at.custody.tick();
    expect(available(payee.customer)).toBe(19 * usdt);
    // The row is deleted and inserted again, although it was credited.
    await forget(payee.customer).execute();
    await plant({ ...payee, txid: `internal-${row.id}`, amount: 19 * usdt });
    at.passTime(2 * dayMs);
    await at.advance();
    await at.advance();
    expect(available(payee.customer)).toBe(19 * usdt);
  });
});

describe('a deposit from a block', () => {
  test('a deposit is credited to the customer whose key derives its address, even if the rows say otherwise', async () => {
    const [owner, thief] = [await at.newAddress(), await at.newAddress()];
    await at.pay(at.chain.bank.usdt, owner.address, BigInt(30 * usdt));
    await at.advance();
    const ofTransfer = () => at.database.db.updateTable('chain_deposits').where('address', '=', owner.address);
    await ofTransfer().set({ customer: thief.customer }).execute();
    await at.advance(confirmations);
    expect([available(owner.customer), available(thief.customer)]).toEqual([0, 0]);
    expect(at.alarms.join()).toContain('deposit.notInBlock');
    await ofTransfer().set({ customer: owner.customer }).execute();
    await at.advance();
    expect(available(owner.customer)).toBe(30 * usdt);
  });

  test('a deposit is not credited to a customer whom a row in the list of addresses names', async () => {
    const [thief, victim] = [await at.newAddress(), nextRecipient()];
    await at.database.db
      .updateTable('deposit_addresses')
      .set({ address: victim })
      .where('customer', '=', thief.customer)
      .execute();
    await at.pay(at.chain.bank.usdt, victim, BigInt(30 * usdt));
    await at.advance(confirmations);
    expect(available(thief.customer)).toBe(0);
    // A withdrawal to that address does not stay internal, either.
    const { customer } = await depositor(50 * usdt);
    await at.advance(confirmations * 3);
    const row = await at.approved({ customer, address: victim, amount: 40 * usdt });
    await at.advance(confirmations + 1);
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
    expect(await at.chain.bank.balance(at.chain.bank.usdt, victim)).toBe(BigInt(70 * usdt));
    expect(available(thief.customer)).toBe(0);
  });

  test.each([0, 2 * dayMs])(
    'a deposit whose row says %d ms later that it was not credited is credited once',
    async (laterMs) => {
      const { customer } = await depositor(30 * usdt);
      const [made] = await at.deposits(customer);
      if (!made) throw new Error('there is a deposit');
      at.passTime(laterMs);
      const again = { state: 'seen', time: at.now(), updated: at.now() } as const;
      await withoutTriggers(at.database.db, (transaction) =>
        transaction.updateTable('chain_deposits').set(again).where('id', '=', made.id).execute(),
      );
      await at.advance(2);
      expect(available(customer)).toBe(30 * usdt);
      expect(at.alarms.join()).toContain('deposit.alreadyInLedger');
      // Under another number.
      await forget(customer).execute();
      await at.database.db
        .insertInto('chain_deposits')
        .values({ ...withoutId(made), ...again })
        .execute();
      await at.advance(2);
      expect(available(customer)).toBe(30 * usdt);
      // Marked as reversed.
      await withoutTriggers(at.database.db, (transaction) =>
        transaction
          .updateTable('chain_deposits')
          .set({ ...again, reversals: 1, held: 5_000 * usdt, holds: 1 })
          .where('customer', '=', customer)
          .execute(),
      );
      await at.advance(2);
      expect(available(customer)).toBe(30 * usdt);
      expect(at.alarms.join()).toContain('deposit.reversalMissing');
      await forget(customer).execute();
    },
  );
});

describe('a withdrawal', () => {
  test('a withdrawal is not paid to a recipient from its payment’s row', async () => {
    const { customer } = await depositor(50 * usdt);
    await at.advance(confirmations * 3);
    const [owner, thief] = [nextRecipient(), nextRecipient()];
    const row = await at.approved({ customer, address: owner, amount: 30 * usdt });
    const spent = await at.node.getTransactionCount({ address: at.hot });
    const { db } = at.database;
    await db
      .insertInto('chain_payments')
      .values({
        chain: 'ETH',
        purpose: 'withdrawal',
        reference: row.id,
        branch: 1,
        key_index: 0,
        nonce: spent,
        coin: 'USDT',
        recipient: thief,
        amount: String(30 * usdt),
        state: 'reserved',
        time: at.now(),
        updated: at.now(),
      })
      .execute();
    await at.advance(2);
    expect(await at.chain.bank.balance(at.chain.bank.usdt, thief)).toBe(0n);
    expect(at.alarms.join()).toContain('the payment is for something else');
    await db.deleteFrom('chain_payments').where('reference', '=', row.id).where('purpose', '=', 'withdrawal').execute();
    at.passTime(61_000);
    await at.advance(confirmations + 1);
    expect(await at.chain.bank.balance(at.chain.bank.usdt, owner)).toBe(BigInt(30 * usdt));
  });

  test.each([
    ['the token itself', () => at.chain.bank.usdt],
    ['the hot wallet', () => at.hot],
    ['the zero address', () => `0x${'0'.repeat(40)}`],
    ['no address', () => '0x1234'],
  ])('a withdrawal to %s is not paid', async (_name, address) => {
    const { customer } = await depositor(50 * usdt);
    const row = await at.approved({ customer, address: address(), amount: 30 * usdt });
    await at.advance(2);
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'approved' });
    expect(at.alarms.join()).toContain('its address cannot receive a payment');
    await at.processor.move(row.id, 'rejected');
    expect(available(customer)).toBe(50 * usdt);
  });
});

function withoutId<T extends { readonly id: number }>({ id: _id, ...row }: T): Omit<T, 'id'> {
  return row;
}
