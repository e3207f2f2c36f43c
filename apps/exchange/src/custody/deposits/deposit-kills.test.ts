import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Hash, Hex } from 'viem';
import { confirmations, openTestCustody, type TestCustody } from '../../../testing/test-custody.ts';
import { openCustody } from '../custody.ts';

/** A process that dies before any of its writes, or before or after any of its commands, loses and doubles nothing of a deposit. */
let at: TestCustody;
beforeAll(async () => {
  at = await openTestCustody();
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const usdt = 1_000_000;
const gone = confirmations * 2;
const unharmed = ['deposit.alreadyInLedger', 'deposit.notInBlock', 'deposit.reversalMissing', 'refusedByLedger'];

class Killed extends Error {}

/** Custody whose process dies at its nth step; every later step fails too. A step is a write, or either side of a command to the ledger. */
async function openDying(stepsLeft: number) {
  let [left, isArmed, isDead] = [stepsLeft, false, false];
  const step = (): void => {
    if (!isArmed) return;
    isDead ||= (left -= 1) < 0;
    if (isDead) throw new Killed();
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (isDead || node.kind !== 'SelectQueryNode') step();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const custody = await openCustody(at.settings, { ...at, db: at.database.db.withPlugin(plugin) });
  const { gateway } = at;
  const submit = gateway.submit.bind(gateway);
  const spy = vi.spyOn(gateway, 'submit').mockImplementation((command) => {
    step();
    return submit(command).map((outcome) => {
      step();
      return outcome;
    });
  });
  isArmed = true;
  return {
    /** Works until the process dies; true if it did. */
    tick: async (): Promise<boolean> => {
      await custody.tick().catch(() => undefined);
      return isDead;
    },
    end: () => spy.mockRestore(),
  };
}

interface Payment {
  readonly customer: number;
  readonly txid: Hash;
  readonly raw: Hex;
}

async function pay(amount: number): Promise<Payment> {
  const { customer, address } = await at.newAddress();
  const txid = await at.pay(at.chain.bank.usdt, address, BigInt(amount));
  const raw: Hex = await at.node.request({ method: 'eth_getRawTransactionByHash', params: [txid] } as never);
  return { customer, txid, raw };
}

/** Messages that tell a customer of a deposit. */
async function messagesOf(customer: number): Promise<number> {
  const { db } = at.database;
  const rows = await db.selectFrom('messages').select('id').where('customer', '=', customer).execute();
  return rows.length;
}

interface Flow {
  /** Brings the deposit to where the process begins that dies. */
  begin(): Promise<Payment>;
  /** Lets the chain go on after the process died, and custody start again. */
  settle(payment: Payment): Promise<void>;
  expectSettled(payment: Payment): Promise<void>;
}

/** Goes through the flow with a process that dies at the first step, then at the second, and so on, until none is left. Returns the number of steps. */
async function dieAtEachStep({ begin, settle, expectSettled }: Flow): Promise<number> {
  for (let steps = 0; ; steps += 1) {
    const payment = await begin();
    const dying = await openDying(steps);
    const isDead = await dying.tick();
    dying.end();
    await at.restart();
    await settle(payment);
    await expectSettled(payment);
    for (const alarm of unharmed) expect(at.alarms.join(), `killed at step ${steps}`).not.toContain(alarm);
    if (!isDead) return steps;
  }
}

test('a deposit is credited once, and its customer gets one message, wherever the process dies while it credits', async () => {
  const steps = await dieAtEachStep({
    begin: async () => {
      const payment = await pay(5 * usdt);
      await at.advance(confirmations - 1);
      await at.mine();
      return payment;
    },
    settle: () => at.advance(2),
    expectSettled: async ({ customer }) => {
      expect(at.held(customer, 'USDT')).toEqual({ available: 5 * usdt, frozen: 0 });
      expect(await at.deposits(customer)).toMatchObject([{ state: 'credited', held: 0 }]);
      expect(await messagesOf(customer)).toBe(1);
    },
  });
  expect(steps).toBeGreaterThan(5);
});

/** A credited deposit, and how to take its block back. */
async function credited(): Promise<Payment & { readonly takeBack: () => Promise<void> }> {
  // Swept before, so that nothing else is paid meanwhile.
  const [id, height] = [await at.node.snapshot(), await at.node.getBlockNumber({ cacheTime: 0 })];
  const payment = await pay(5 * usdt);
  await at.advance(confirmations);
  expect(at.held(payment.customer, 'USDT').available).toBe(5 * usdt);
  return {
    ...payment,
    takeBack: async () => {
      const dropped = Number((await at.node.getBlockNumber({ cacheTime: 0 })) - height);
      await at.node.revert({ id });
      await at.node.increaseTime({ seconds: 11 });
      await at.mine(dropped);
    },
  };
}

test('a credited deposit whose block is gone is held once and reversed once, wherever the process dies while it holds', async () => {
  const steps = await dieAtEachStep({
    begin: async () => {
      const payment = await credited();
      await payment.takeBack();
      return payment;
    },
    settle: async ({ customer }) => {
      await at.custody.tick();
      expect(at.held(customer, 'USDT')).toEqual({ available: 0, frozen: 5 * usdt });
      await at.advance(gone + 1);
    },
    expectSettled: async ({ customer }) => {
      expect(at.held(customer, 'USDT')).toEqual({ available: 0, frozen: 0 });
      expect(await at.deposits(customer)).toMatchObject([{ state: 'reversed', held: 5 * usdt, reversals: 1 }]);
    },
  });
  expect(steps).toBeGreaterThan(5);
});

test('a lost deposit is reversed once, and credited once more where it comes again, wherever the process dies while it reverses', async () => {
  const steps = await dieAtEachStep({
    begin: async () => {
      const payment = await credited();
      await payment.takeBack();
      await at.custody.tick();
      await at.advance(gone - 1);
      expect(await at.deposits(payment.customer)).toMatchObject([{ state: 'lost' }]);
      await at.mine();
      return payment;
    },
    settle: async ({ customer, raw }) => {
      await at.custody.tick();
      expect(at.held(customer, 'USDT')).toEqual({ available: 0, frozen: 0 });
      expect(await at.deposits(customer)).toMatchObject([{ state: 'reversed', held: 5 * usdt, reversals: 1 }]);
      await at.node.sendRawTransaction({ serializedTransaction: raw });
      await at.advance(confirmations + 1);
    },
    expectSettled: async ({ customer }) => {
      expect(at.held(customer, 'USDT')).toEqual({ available: 5 * usdt, frozen: 0 });
      expect(await at.deposits(customer)).toMatchObject([{ state: 'credited', held: 0, reversals: 1 }]);
      expect(await messagesOf(customer)).toBe(2);
    },
  });
  expect(steps).toBeGreaterThan(3);
});

test('a lost deposit that comes again is released once, wherever the process dies while it releases', async () => {
  const steps = await dieAtEachStep({
    begin: async () => {
      const payment = await credited();
      await payment.takeBack();
      await at.custody.tick();
      expect(at.held(payment.customer, 'USDT')).toEqual({ available: 0, frozen: 5 * usdt });
      await at.node.sendRawTransaction({ serializedTransaction: payment.raw });
      await at.mine();
      return payment;
    },
    settle: () => at.advance(2),
    expectSettled: async ({ customer }) => {
      expect(at.held(customer, 'USDT')).toEqual({ available: 5 * usdt, frozen: 0 });
      expect(await at.deposits(customer)).toMatchObject([{ state: 'credited', held: 0, reversals: 0 }]);
    },
  });
  expect(steps).toBeGreaterThan(3);
});
