import { describe, expect, test } from 'vitest';
import { withoutTriggers } from '../without-triggers.ts';
import { type ChainFamily, depositsOf } from './family.ts';

const dayMs = 24 * 3_600_000;

/** What comes in, on every chain. */
export function describeDeposits(family: () => ChainFamily): void {
  describe('deposits', () => {
    test('a deposit is credited once, when it has enough confirmations, and one below the minimum is not', async () => {
      const at = family();
      const { unit, dust, coin, confirmations } = at;
      const { customer, address } = await at.newAddress();
      await at.pay(address, 5 * unit);
      await at.pay(address, dust);
      await at.advance(confirmations - 1);
      const small = [dust, 'small'] as const;
      expect(await depositsOf(at, customer)).toEqual([small, [5 * unit, 'seen']]);
      expect(at.held(customer, coin)).toEqual({ available: 0, frozen: 0 });
      await at.advance();
      expect(at.held(customer, coin).available).toBe(5 * unit);
      await at.advance(confirmations);
      await at.restart();
      await at.advance();
      expect(at.held(customer, coin).available).toBe(5 * unit);
      expect(await depositsOf(at, customer)).toEqual([small, [5 * unit, 'credited']]);
      expect(at.alarms).toEqual([]);
    });

    test('customers have addresses of their own', async () => {
      const at = family();
      const made = [await at.newAddress(), await at.newAddress(), await at.newAddress()];
      expect(new Set(made.map(({ address }) => address)).size).toBe(made.length);
    });

    test('a deposit row that no block backs is never credited, no matter who wrote it', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const [made, other] = [await at.newAddress(), await at.newAddress()];
      await at.pay(made.address, 5 * unit);
      await at.advance();
      const [row] = await at.deposits(made.customer);
      const write = (change: { amount?: number; customer?: number; address?: string }) =>
        at.database.db
          .updateTable('chain_deposits')
          .set(change)
          .where('id', '=', row?.id ?? 0)
          .execute();
      await write({ amount: 5_000 * unit });
      await at.advance(confirmations);
      expect(at.held(made.customer, coin).available).toBe(0);
      expect(at.alarms.join()).toContain('deposit.notInBlock');
      // It is not credited to another customer than its recipient, either.
      await write({ ...other, amount: 5 * unit });
      await at.advance();
      expect(at.held(other.customer, coin).available).toBe(0);
      await write(made);
      await at.advance();
      expect(at.held(made.customer, coin).available).toBe(5 * unit);
    });

    test('a deposit is credited once when the process dies while crediting it', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const setCrediting = (customer: number) =>
        withoutTriggers(at.database.db, (transaction) =>
          transaction
            .updateTable('chain_deposits')
            .set({ state: 'crediting' })
            .where('customer', '=', customer)
            .execute(),
        );
      const made = await at.newAddress();
      await at.pay(made.address, 9 * unit);
      await at.advance(confirmations);
      // The ledger has the credit and the database does not; a day later, the ledger forgets its id.
      await setCrediting(made.customer);
      await at.passTime(dayMs + 1);
      await at.restart();
      await at.advance(2);
      expect(at.held(made.customer, coin).available).toBe(9 * unit);
      expect(await depositsOf(at, made.customer)).toEqual([[9 * unit, 'credited']]);
      // It was not even tried again.
      expect(at.alarms).toEqual([]);
      // Then the ledger never had it.
      const other = await at.newAddress();
      await at.pay(other.address, 4 * unit);
      await at.advance(confirmations - 1);
      await setCrediting(other.customer);
      await at.restart();
      await at.advance(2);
      expect(at.held(other.customer, coin).available).toBe(4 * unit);
    });

    test('a node of another chain than the books’ is not followed', async () => {
      const at = family();
      const chains = () => at.database.db.updateTable('custody_chains').where('chain', '=', at.chain);
      const { network } = await at.database.db
        .selectFrom('custody_chains')
        .select('network')
        .where('chain', '=', at.chain)
        .executeTakeFirstOrThrow();
      await chains().set({ network: 'another' }).execute();
      await expect(at.restart()).rejects.toThrow('but the books have another');
      await chains().set({ network }).execute();
      await at.restart();
    });
  });
}
