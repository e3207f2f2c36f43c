import { beforeEach, describe, expect, test } from 'vitest';
import { approve, depositsOf, paymentOf, type ReorganisedFamily, richCustomer, spend } from './family.ts';

/** After this a payment that the chain forgot is sent again. */
const sendAgainMs = 31_000;

/** What becomes of money whose blocks leave the chain, wherever blocks are read before they are final. */
export function describeReorganisations(family: () => ReorganisedFamily): void {
  /** Lets payments end that an earlier test's reorganisation took back: those of the hot wallet wait for each other. */
  async function settle(): Promise<void> {
    const at = family();
    for (let round = 0; round < 4; round += 1) {
      await at.passTime(sendAgainMs);
      await at.custody.tick();
      await at.advance(at.confirmations);
    }
  }

  describe('deposits in reorganisations', () => {
    test('a deposit whose block is dropped before its credit is orphaned, and is the same deposit in another block', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const { customer, address } = await at.newAddress();
      const takeBack = await at.fork();
      const sent = await at.pay(address, 5 * unit);
      await at.advance();
      const [seen] = await at.deposits(customer);
      await at.advanceEmpty(await takeBack());
      expect(await depositsOf(at, customer)).toEqual([[5 * unit, 'orphaned']]);
      expect(at.custody.deepReorganisation).toBeNull();
      await at.include(sent);
      await at.advance(confirmations);
      expect(await at.deposits(customer)).toMatchObject([{ id: seen?.id, state: 'credited' }]);
      expect(at.held(customer, coin)).toEqual({ available: 5 * unit, frozen: 0 });
    });

    test('a credited deposit whose block is dropped is held, and released once it is included again', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const { customer, address } = await at.newAddress();
      const takeBack = await at.fork();
      const sent = await at.pay(address, 5 * unit);
      await at.advance(confirmations);
      const dropped = await takeBack();
      // A node with a shorter chain than the one already read is merely behind: nothing is undone.
      await at.advanceEmpty(dropped - 1);
      expect(at.held(customer, coin)).toEqual({ available: 5 * unit, frozen: 0 });
      expect(at.alarms).toEqual([]);
      await at.advanceEmpty();
      expect(at.held(customer, coin)).toEqual({ available: 0, frozen: 5 * unit });
      expect(at.alarms.join()).toContain('deposit.lost');
      expect(at.custody.deepReorganisation).toBeGreaterThanOrEqual(confirmations);
      await at.include(sent);
      await at.advance(2);
      expect(at.held(customer, coin)).toEqual({ available: 5 * unit, frozen: 0 });
      expect(await depositsOf(at, customer)).toEqual([[5 * unit, 'credited']]);
    });

    test('a credited deposit that never comes again is reversed with an alarm', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const { customer, address } = await at.newAddress();
      const takeBack = await at.fork();
      const sent = await at.pay(address, 5 * unit);
      await at.advance(confirmations);
      const dropped = await takeBack();
      await at.displace(sent);
      // Up to the former height, where it is missed, and one block less than the wait for it.
      await at.advanceEmpty(dropped - 1 + confirmations * 2 - 1);
      expect(await depositsOf(at, customer)).toEqual([[5 * unit, 'lost']]);
      await at.advanceEmpty();
      expect(await depositsOf(at, customer)).toEqual([[5 * unit, 'reversed']]);
      expect(at.held(customer, coin)).toEqual({ available: 0, frozen: 0 });
      expect(at.alarms.join()).toContain('deposit.reversed');
    });
  });

  describe('deposits that are reversed in part', () => {
    test('of a deposit that was partly spent, the rest is taken, and as much is credited once its transaction comes again', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const { customer, address } = await at.newAddress();
      const takeBack = await at.fork();
      const sent = await at.pay(address, 5 * unit);
      await at.advance(confirmations);
      await spend(at, customer, 3 * unit);
      const dropped = await takeBack();
      await at.advanceEmpty(dropped + confirmations * 2);
      expect(await depositsOf(at, customer)).toEqual([[5 * unit, 'reversed']]);
      expect(at.held(customer, coin)).toEqual({ available: 0, frozen: 0 });
      expect(at.alarms.find((line) => line.includes('deposit.reversed'))).toContain(`"missing":${3 * unit}`);
      await at.include(sent);
      await at.advance(confirmations + 1);
      expect(await depositsOf(at, customer)).toEqual([[5 * unit, 'credited']]);
      expect(at.held(customer, coin)).toEqual({ available: 2 * unit, frozen: 0 });
    });
  });

  describe('withdrawals in reorganisations', () => {
    beforeEach(settle);

    test('a withdrawal whose block is dropped waits again, and is paid once', async () => {
      const at = family();
      const { unit, confirmations } = at;
      const customer = await richCustomer(at, 20 * unit);
      const row = await approve(at, { customer, address: at.newRecipient(), amount: 5 * unit });
      const takeBack = await at.fork();
      await at.custody.tick();
      await at.advance(confirmations - 1);
      expect([(await at.withdrawal(row.id)).state, await at.arrivedAt(row.address)]).toEqual(['sent', 5 * unit]);
      await at.advanceEmpty((await takeBack()) + 2);
      expect([(await at.withdrawal(row.id)).state, await at.arrivedAt(row.address)]).toEqual(['sent', 0]);
      await at.passTime(sendAgainMs);
      await at.advance(confirmations + 1);
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
      expect(await at.arrivedAt(row.address)).toBe(5 * unit);
    });

    test('a withdrawal that was done is sent again once its block is dropped, and ends again with what it costs there', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const customer = await richCustomer(at, 20 * unit);
      const takeBack = await at.fork();
      const row = await approve(at, { customer, address: at.newRecipient(), amount: 5 * unit });
      await at.custody.tick();
      await at.advance(confirmations);
      const before = await paymentOf(at, row);
      expect(before).toMatchObject({ state: 'done' });
      await at.advanceEmpty(await takeBack());
      expect(await paymentOf(at, row)).toMatchObject({ state: 'signed', cost: null });
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
      await at.passTime(sendAgainMs);
      await at.custody.tick();
      await at.advance(confirmations - 1);
      expect(await paymentOf(at, row)).toMatchObject({ state: 'signed' });
      await at.advance();
      const { attempts, cost, state } = await paymentOf(at, row);
      expect([state, attempts]).toEqual(['done', before.attempts]);
      expect(Number(cost)).toBeGreaterThan(0);
      expect(await at.arrivedAt(row.address)).toBe(5 * unit);
      expect(at.held(customer, coin)).toEqual({ available: 15 * unit, frozen: 0 });
      expect(at.alarms.join()).not.toContain('payment.');
    });

    test('a withdrawal that failed and went back raises an alarm where its transaction succeeds after all, and counts what left', async () => {
      const at = family();
      const { unit, coin, confirmations } = at;
      const customer = await richCustomer(at, 20 * unit);
      const { row, landAfterAll } = await at.failedWithdrawal(customer);
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'failed' });
      at.alarms.length = 0;
      await landAfterAll();
      await at.advance(confirmations + 1);
      expect(at.alarms.filter((line) => line.includes('payment.paidAfterReturn'))).toHaveLength(1);
      const { state, cost } = await paymentOf(at, row);
      expect(state).toBe('done');
      expect(Number(cost)).toBeGreaterThan(0);
      expect(await at.arrivedAt(row.address)).toBe(row.amount);
      // It is people's to take it back.
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'failed' });
      expect(at.held(customer, coin).frozen).toBe(0);
    });

    test('a withdrawal that failed and went back raises an alarm where it succeeds although another payment has taken what it was paid from', async () => {
      const at = family();
      const { unit, confirmations } = at;
      const customer = await richCustomer(at, 20 * unit);
      const other = await richCustomer(at, 20 * unit);
      const { row, freeAgain, landAfterAll } = await at.failedWithdrawal(customer);
      await freeAgain();
      const next = await approve(at, { customer: other, address: at.newRecipient(), amount: 3 * unit });
      at.losesAll = true;
      await at.custody.tick();
      at.losesAll = false;
      expect((await paymentOf(at, next)).attempts).toHaveLength(1);
      at.alarms.length = 0;
      await landAfterAll();
      await at.advance(confirmations + 1);
      expect(at.alarms.filter((line) => line.includes('payment.paidAfterReturn'))).toHaveLength(1);
      expect(await paymentOf(at, row)).toMatchObject({ state: 'done' });
      expect(await at.arrivedAt(row.address)).toBe(row.amount);
      await settle();
      // It is paid where another transaction could, and goes back where none can.
      const { state } = await at.withdrawal(next.id);
      expect(['done', 'failed']).toContain(state);
      expect(await at.arrivedAt(next.address)).toBe(state === 'done' ? 3 * unit : 0);
    });

    test('a withdrawal that failed and went back does not hold up others once its block is dropped', async () => {
      const at = family();
      const { unit, confirmations } = at;
      const customer = await richCustomer(at, 20 * unit);
      const { row } = await at.failedWithdrawal(customer);
      at.alarms.length = 0;
      const other = await richCustomer(at, 20 * unit);
      const next = await approve(at, { customer: other, address: at.newRecipient(), amount: 3 * unit });
      await at.custody.tick();
      await at.advance(confirmations + 1);
      expect(await at.withdrawal(next.id)).toMatchObject({ state: 'done' });
      expect(await at.arrivedAt(next.address)).toBe(3 * unit);
      expect(await at.withdrawal(row.id)).toMatchObject({ state: 'failed' });
      expect(at.alarms.join()).not.toContain('payment.paidAfterReturn');
    });
  });
}
