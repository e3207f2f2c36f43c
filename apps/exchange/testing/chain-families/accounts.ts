import { describe, expect, test } from 'vitest';
import { type AccountFamily, approve, type ContractFamily, paymentOf, richCustomer } from './family.ts';

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

/** What goes out where tokens are contracts. */
export function describeContractTokens(family: () => ContractFamily): void {
  describe('tokens that are contracts', () => {
    test('a withdrawal whose transaction succeeds without a payment is not done, and people are told', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const customer = await richCustomer(at, 20 * unit);
      // Swept, so that no other payment of the hot wallet's is in the same block.
      await at.advance(confirmations * 3);
      const row = await approve(at, { customer, address: at.newRecipient(), amount: 5 * unit });
      await at.custody.tick();
      await at.mineSilently();
      await at.advance(confirmations);
      expect(await at.arrivedAt(row.address)).toBe(0);
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent' });
      expect(await paymentOf(at, row)).toMatchObject({ state: 'signed', trouble: 'doubtful' });
      expect(at.held(customer, coin)).toEqual({ available: 15 * unit, frozen: 5 * unit });
      expect(at.alarms.join()).toContain('the token does not report a payment');
      // It delays no one.
      const next = await approve(at, { customer, address: at.newRecipient(), amount: 3 * unit });
      await at.custody.tick();
      await at.advance(confirmations);
      expect(await at.withdrawal(next.id)).toMatchObject({ state: 'done' });
      expect(await at.arrivedAt(next.address)).toBe(3 * unit);
    });
  });
}
