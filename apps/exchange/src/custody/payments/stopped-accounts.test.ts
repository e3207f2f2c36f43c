import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { interceptSigner } from '../../../testing/intercept-signer.ts';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../../testing/test-custody.ts';
import { createLocks, type Locks } from '../../accounts/locks/account-lock.ts';
import { createHolds } from '../../accounts/locks/holds.ts';
import type { WithdrawalRow } from '../../funds/withdrawals/index.ts';
import { createWithdrawalReview, type WithdrawalReview } from '../../funds/withdrawals/review.ts';
import { testFourEyes, viewAndApprove } from '../../../testing/test-authority.ts';

let at: TestCustody;
let review: WithdrawalReview;
let customer: number;
const recipient = '0x00000000000000000000000000000000000abcde';
const usdt = 1_000_000;
const dayMs = 86_400_000;

beforeAll(async () => {
  at = await openTestCustody();
  const { db } = at.database;
  review = createWithdrawalReview({
    ...at,
    db,
    ...testFourEyes,
    approverDayUsdt: 500_000,
    onChange: async () => undefined,
  });
  const { customer: id, address } = await at.newAddress();
  customer = id;
  await addPassedPapers();
  await at.pay(at.chain.bank.usdt, address, 1_000_000_000n);
  await at.pay(null, address, 10n * ether);
  await at.advance(confirmations * 5);
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const arrived = (): Promise<bigint> =>
  at.chain.bank.balance(at.chain.bank.usdt, `0x${recipient.slice(2).toLowerCase()}`);
const approved = (amount = usdt, address = recipient): Promise<WithdrawalRow> =>
  at.approved({ customer, address, amount });
const stateOf = async ({ id }: WithdrawalRow) => {
  const { state, risks } = await at.withdrawal(id);
  return { state, risks };
};
const paymentsOf = ({ id }: WithdrawalRow) =>
  at.database.db
    .selectFrom('chain_payments')
    .selectAll()
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', id)
    .execute();
const act = () => ({ customer, by: { name: 'olga', role: 'support' as const }, time: at.now() });
const locks = (): Locks => createLocks({ db: at.database.db, houseAccounts: [], stopsPerHour: 1000 });
const setLock = (by: 'self' | null) =>
  at.database.db
    .updateTable('customers')
    .set({ locked_at: by === null ? null : at.now(), locked_by: by })
    .where('id', '=', customer)
    .execute();
const setIdentity = (state: 'passed' | 'revoked') =>
  at.database.db.updateTable('identities').set({ state }).where('customer', '=', customer).execute();
const addPassedPapers = () =>
  at.database.db
    .insertInto('identities')
    .values({
      customer,
      state: 'passed',
      nationality: 'CZ',
      id_type: 'passport',
      sealed_name: Buffer.alloc(0),
      sealed_number: Buffer.alloc(0),
      number_hash: Buffer.alloc(32),
      front: 'front',
      back: 'back',
      hand: 'hand',
      submitted: at.now(),
    })
    .execute();
const setDeposit = (state: 'lost' | 'found') =>
  at.database.db
    .updateTable('chain_deposits')
    .set({ state })
    .where('customer', '=', customer)
    .where('coin', '=', 'ETH')
    .execute();

/** Reasons that stop an account after an approval, and how each ends. */
const stops = [
  {
    by: 'an operator locks the account',
    why: 'accountLocked',
    begin: async () => void (await locks().lock({ ...act(), kind: 'support', cancel: false })),
    end: async () => void (await locks().unlock(act())),
  },
  {
    by: 'the customer freezes the account',
    why: 'accountLocked',
    begin: async () => void (await setLock('self')),
    end: async () => void (await setLock(null)),
  },
  {
    by: 'the password is changed',
    why: 'accountHeld',
    begin: () => {
      const { db } = at.database;
      const holds = createHolds({ db, holdMs: dayMs, now: at.now });
      return db.transaction().execute((transaction) => holds.begin(transaction, customer, 'password'));
    },
    end: async () => {
      at.passTime(dayMs + 1);
      await at.advance();
    },
  },
  {
    by: 'the chain takes a deposit back',
    why: 'depositLost',
    begin: async () => void (await setDeposit('lost')),
    end: async () => {
      await setDeposit('found');
      await at.custody.tick();
    },
  },
  {
    by: 'compliance revokes the identity of a withdrawal above the limit',
    why: 'identityRevoked',
    begin: async () => void (await setIdentity('revoked')),
    end: async () => void (await setIdentity('passed')),
  },
] as const;

const refusals = {
  accountLocked: 'approveLocked',
  accountHeld: 'approveHeld',
  depositLost: 'approveLost',
  identityRevoked: 'approveRevoked',
} as const;

describe.each(stops)('$by after the approval', ({ why, begin, end }) => {
  test('a stopped withdrawal is not signed, goes back to review, and cannot be approved before the stop ends', async () => {
    const before = await arrived();
    const row = await approved();
    await begin();
    await at.custody.tick();
    expect(await stateOf(row)).toEqual({ state: 'review', risks: [why] });
    expect(await paymentsOf(row)).toEqual([]);
    await expect(viewAndApprove(review, row.id, 'olga')).rejects.toThrow(refusals[why]);
    expect(await stateOf(row)).toMatchObject({ state: 'review' });
    await end();
    await viewAndApprove(review, row.id, 'olga');
    await at.advance(confirmations + 1);
    expect(await stateOf(row)).toEqual({ state: 'done', risks: [why] });
    expect((await arrived()) - before).toBe(BigInt(usdt));
  });

  test('a stopped withdrawal does not move to another customer, either', async () => {
    const other = await at.newAddress();
    const row = await approved(usdt, other.address);
    await begin();
    await at.custody.tick();
    await at.custody.tick();
    expect(await stateOf(row)).toEqual({ state: 'review', risks: [why] });
    expect(at.held(other.customer, 'USDT').available).toBe(0);
    await end();
    await at.processor.move(row.id, 'cancelled');
  });
});

test('a signer that does not answer does not keep an operator from locking the account of a withdrawal that goes back to review', async () => {
  const row = await approved();
  await setLock('self');
  const found: string[] = [];
  const lockWithin = (ms: number) =>
    at.database.db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = ${sql.lit(ms)}`.execute(transaction);
      await transaction.updateTable('customers').set({ locked_by: 'operator' }).where('id', '=', customer).execute();
    });
  const isAnswered = async (): Promise<boolean> => {
    found.push(
      await lockWithin(500).then(
        () => 'locked',
        (error: unknown) => String(error),
      ),
    );
    return false;
  };
  await interceptSigner(at.settings.signerSocket, { path: '/send-back', passes: isAnswered }, async () => {
    await expect(at.custody.tick()).rejects.toThrow('the signer is away');
  });
  expect(found).toEqual(['locked']);
  expect(await stateOf(row)).toEqual({ state: 'approved', risks: [] });
  await at.custody.tick();
  expect(await stateOf(row)).toEqual({ state: 'review', risks: ['accountLocked'] });
  await setLock(null);
  await at.processor.move(row.id, 'cancelled');
});

test('a withdrawal locked while it is signed is not sent, frees its nonce, and can only be rejected', async () => {
  const before = await arrived();
  const row = await approved(2 * usdt);
  const passes = async (): Promise<boolean> => {
    await setLock('self');
    return true;
  };
  await interceptSigner(at.settings.signerSocket, { path: '/sign', passes }, () => at.custody.tick());
  expect(await stateOf(row)).toEqual({ state: 'review', risks: ['accountLocked', 'signedBefore'] });
  expect(await paymentsOf(row)).toEqual([]);
  await setLock(null);
  await expect(viewAndApprove(review, row.id, 'olga')).rejects.toThrow('approveSigned');
  await at.processor.move(row.id, 'rejected');
  const next = await approved(3 * usdt);
  await at.advance(confirmations + 1);
  expect(await stateOf(next)).toEqual({ state: 'done', risks: [] });
  expect((await arrived()) - before).toBe(BigInt(3 * usdt));
});

test('a withdrawal above the limit whose identity is revoked while it is signed is not sent and can only be rejected', async () => {
  const before = await arrived();
  const row = await approved(2 * usdt);
  const passes = async (): Promise<boolean> => {
    await setIdentity('revoked');
    return true;
  };
  await interceptSigner(at.settings.signerSocket, { path: '/sign', passes }, () => at.custody.tick());
  expect(await stateOf(row)).toEqual({ state: 'review', risks: ['identityRevoked', 'signedBefore'] });
  expect(await paymentsOf(row)).toEqual([]);
  await setIdentity('passed');
  await expect(viewAndApprove(review, row.id, 'olga')).rejects.toThrow('approveSigned');
  await at.processor.move(row.id, 'rejected');
  await at.advance(confirmations + 1);
  expect(await arrived()).toBe(before);
});

test('the reserved nonce of a withdrawal that goes back to review is used by the next payment', async () => {
  const row = await approved();
  await interceptSigner(at.settings.signerSocket, { path: '/sign', passes: async () => false }, async () => {
    await expect(at.custody.tick()).rejects.toThrow('the signer is away');
  });
  const [reserved] = await paymentsOf(row);
  expect(reserved?.state).toBe('reserved');
  await setLock('self');
  const { customer: other } = await at.newAddress();
  const credit = { requestId: `other-${other}`, source: 'adjustments', kind: 'coin', asset: 6 } as const;
  await at.gateway.submit({ type: 'deposit', ...credit, owner: other, amount: 5 * usdt });
  const next = await at.approved({ customer: other, address: recipient, amount: 4 * usdt });
  await at.advance(confirmations + 1);
  expect(await stateOf(row)).toEqual({ state: 'review', risks: ['accountLocked'] });
  expect(await paymentsOf(next)).toMatchObject([{ nonce: reserved?.nonce, state: 'done' }]);
  await setLock(null);
  await at.processor.move(row.id, 'cancelled');
});

test('a signed and recorded payment is sent despite a later stop, since its nonce would block all later payments', async () => {
  const before = await arrived();
  const row = await approved();
  await at.custody.tick();
  const [signed] = await at.database.db
    .selectFrom('chain_attempts')
    .innerJoin('chain_payments', 'id', 'payment')
    .select('txid')
    .where('reference', '=', row.id)
    .where('purpose', '=', 'withdrawal')
    .execute();
  await at.node.dropTransaction({ hash: `0x${signed?.txid.slice(2) ?? ''}` });
  await setLock('self');
  at.passTime(16_000);
  await at.advance(confirmations + 1);
  expect(await stateOf(row)).toEqual({ state: 'done', risks: [] });
  expect((await arrived()) - before).toBe(BigInt(usdt));
  await setLock(null);
});
