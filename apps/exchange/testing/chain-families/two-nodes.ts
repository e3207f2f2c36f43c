import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approve, type ChainFamily, richCustomer } from './family.ts';

/** After this a second node that was away is asked again. */
const restMs = 31_000;
/** After this a payment that the chain forgot is sent again. */
const sendAgainMs = 31_000;

/** What one of two nodes can't bring about by lying or staying away, on every chain. */
export function describeTwoNodes(family: () => ChainFamily): void {
  describe('two nodes', () => {
    beforeAll(() => family().trust(2));
    afterAll(() => family().trust(1));

    test('a deposit that the first node invents is not credited, and a true one is', async () => {
      const at = family();
      const { large, coin, confirmations } = at;
      const [made, honest] = [await at.newAddress(), await at.newAddress()];
      await at.lies.inventDeposit(made.address, 2 * large);
      await at.pay(honest.address, large);
      await at.advance();
      expect(await at.deposits(made.customer)).toMatchObject([{ state: 'seen', amount: 2 * large }]);
      await at.advance(confirmations);
      expect(at.held(made.customer, coin).available).toBe(0);
      expect(at.held(honest.customer, coin).available).toBe(large);
      expect(at.custody.doubt).toBe('the second node does not have a deposit that the first node reported');
      expect(at.alarms.join()).toContain('secondNode.disagrees');
      // It is forgotten once that node denies it too.
      at.beHonest();
      await at.advance(3);
      expect(await at.deposits(made.customer)).toMatchObject([{ state: 'orphaned' }]);
      expect(at.held(made.customer, coin).available).toBe(0);
      await at.advance();
      expect(at.custody.doubt).toBeNull();
    });

    test('a deposit that the first node hides is credited once both report it', async () => {
      const at = family();
      const { large, coin, confirmations } = at;
      const { customer, address } = await at.newAddress();
      await at.lies.hideDeposits(address);
      await at.pay(address, large);
      await at.advance(confirmations * 2);
      expect(await at.deposits(customer)).toEqual([]);
      expect(at.custody.doubt).toBe('the second node has a deposit that the first node does not report');
      at.beHonest();
      await at.advance();
      expect(at.held(customer, coin).available).toBe(large);
    });

    test('a withdrawal whose landing the first node invents is not done', async () => {
      const at = family();
      const { unit, confirmations } = at;
      const customer = await richCustomer(at, 20 * unit);
      await at.advance(confirmations * 2);
      const row = await approve(at, { customer, address: at.newRecipient(), amount: 5 * unit });
      at.losesAll = true;
      await at.custody.tick();
      await at.lies.inventLanding(row);
      await at.advance(confirmations + 2);
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent' });
      expect(at.custody.doubt).toContain('says that a payment is waiting, and the first node landed');
      at.beHonest();
      await at.passTime(sendAgainMs);
      await at.custody.tick();
      await at.advance(confirmations + 1);
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
      expect(await at.arrivedAt(row.address)).toBe(5 * unit);
    });

    test('while the second node is away no large deposit is credited, and no withdrawal is done', async () => {
      const at = family();
      const { large, unit, coin, confirmations } = at;
      const customer = await richCustomer(at, 20 * unit);
      await at.advance();
      const { customer: other, address } = await at.newAddress();
      const row = await approve(at, { customer, address: at.newRecipient(), amount: 5 * unit });
      await at.pay(address, large);
      await at.custody.tick();
      at.secondIsAway = true;
      await at.advance(confirmations + 1);
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent' });
      expect(at.held(other, coin).available).toBe(0);
      expect(at.custody.doubt).toContain('the second node is away');
      at.beHonest();
      await at.passTime(restMs);
      await at.advance();
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
      expect(at.held(other, coin).available).toBe(large);
    });
  });
}
