import { describe, expect, test } from 'vitest';
import type { AccountFamily } from './family.ts';

/** What comes to addresses that are accounts. */
export function describeAccounts(family: () => AccountFamily): void {
  describe('accounts', () => {
    test('a payment in a token that is no coin of the exchange is not credited', async () => {
      const at = family();
      const { customer, address } = await at.newAddress();
      await at.payInUnlisted(address, 5 * at.unit);
      await at.advance(at.confirmations + 1);
      expect(await at.deposits(customer)).toEqual([]);
      expect(at.held(customer, at.coin)).toEqual({ available: 0, frozen: 0 });
    });

    test('a credited deposit is swept to the hot wallet once, and stays with its customer', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      // Whatever earlier tests left is swept first.
      await at.advance(confirmations * 6);
      const { customer, address } = await at.newAddress();
      const before = await at.arrivedAt(at.custody.hot);
      await at.pay(address, 20 * unit);
      await at.advance(confirmations - 1);
      expect(await at.arrivedAt(address)).toBe(20 * unit);
      await at.advance(confirmations * 6);
      await at.restart();
      await at.advance(confirmations * 2);
      expect([await at.arrivedAt(address), await at.arrivedAt(at.custody.hot)]).toEqual([0, before + 20 * unit]);
      expect(await at.deposits(customer)).toMatchObject([{ state: 'credited', swept: true }]);
      expect(at.held(customer, coin)).toEqual({ available: 20 * unit, frozen: 0 });
      const sweeps = at.database.db.selectFrom('chain_payments').select('state').where('purpose', '=', 'sweep');
      expect(await sweeps.where('key_index', '=', customer).execute()).toEqual([{ state: 'done' }]);
      expect(at.alarms).toEqual([]);
    });
  });
}
