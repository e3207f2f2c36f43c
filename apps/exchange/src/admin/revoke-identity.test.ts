import { consoleCalls, forbiddenCode, type Role } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { approveViewed, startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import type { MoneyCustomer } from '../../testing/test-money.ts';
import { dayMs, refusal, startTestWithdrawals, wallet, type TestWithdrawals } from '../../testing/test-withdrawals.ts';
import { readAudit } from '../audit/audit.ts';

let testConsole: TestConsole;
let withdrawals: TestWithdrawals;
let customers = 0;
/** The operators' current sessions, opened after the day that a new address waits. */
const by: Partial<Record<Role, TestOperator>> = {};
let second: TestOperator;

beforeAll(async () => {
  testConsole = await startTestConsole({
    IDENTITY_REQUIRED_FOR: 'trade',
    WITHDRAWAL_DAY_USDT: '1500',
    REVIEW_FROM_USDT: '5000',
    RISK_REVIEW_FROM_USDT: '5000',
    FOUR_EYES_FROM_USDT: '15000',
  });
  withdrawals = await startTestWithdrawals(testConsole.money);
  second = await testConsole.operator('second.treasury', 'treasury');
  for (const role of ['compliance', 'treasury', 'support'] as const)
    by[role] = await testConsole.enter(testConsole.by[role].name, testConsole.by[role].secret);
});
afterAll(() => testConsole.money.exchange.stop());

const { identity, treasury, operators } = consoleCalls;
const reason = { zh: '证件系伪造', en: 'The document is forged' };
const db = () => testConsole.money.exchange.database.db;
const operator = (role: Role): TestOperator => by[role] ?? testConsole.by[role];

/** A customer whose identity the compliance operator passed, with an address that is usable. */
async function verified(): Promise<MoneyCustomer> {
  const who = await testConsole.money.customer(`customer${++customers}`, 'en', { USDT: '100000' });
  await withdrawals.saveAddress(who, wallet);
  testConsole.money.clock.time += dayMs;
  await db()
    .updateTable('identities')
    .set({ decided_by: 'the.compliance', decided: testConsole.money.clock.time })
    .where('customer', '=', Number(who.id))
    .execute();
  for (const role of ['compliance', 'treasury'] as const)
    by[role] = await testConsole.enter(testConsole.by[role].name, testConsole.by[role].secret);
  second = await testConsole.enter(second.name, second.secret);
  return who;
}

async function submissionOf(who: MoneyCustomer): Promise<number> {
  const { id } = await db()
    .selectFrom('identities')
    .select('id')
    .where('customer', '=', Number(who.id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

const revoke = async (who: MoneyCustomer) =>
  operator('compliance').call(identity.revoke, {
    customer: Number(who.id),
    submission: await submissionOf(who),
    ...reason,
  });
const withdraw = async (who: MoneyCustomer, amount: string): Promise<number> =>
  Number((await withdrawals.withdraw(who, withdrawals.request(who, amount))).id);
const withdrawalState = (id: number) =>
  db().selectFrom('withdrawals').select('state').where('id', '=', id).executeTakeFirstOrThrow();

test('a revoked identity lowers the limit immediately; the owner reads the reason in the inbox and by mail, and submits again', async () => {
  const who = await verified();
  expect(await who.call(calls.withdrawals.limits, {})).toMatchObject({ dayLimit: '100000.000000' });
  expect(await revoke(who)).toEqual({ withdrawals: [] });
  expect(await who.call(calls.withdrawals.limits, {})).toMatchObject({ dayLimit: '1500.000000' });
  expect((await who.call(calls.user.read, {})).identity).toEqual({ state: 'revoked', reason: reason.en });
  const { items } = await who.call(calls.content.list, { kind: 'account' });
  expect(items[0]).toMatchObject({ title: 'Your identity verification was revoked', summary: `Reason: ${reason.en}` });
  await waitFor(async () => {
    const mails = await testConsole.money.exchange.anonymous.call(calls.demo.mailbox, { to: who.email });
    expect(mails.map(({ subject }) => subject)).toContain('FFT: Your identity verification was revoked');
  });
  const refused = await refusal(who.call(calls.withdrawals.sendCode, withdrawals.request(who, '1500.01')));
  expect(refused.code).toBe(Code.withdrawalLimit);
  const [act] = await readAudit(db(), { limit: 1, act: 'identity.revoke' });
  expect(act).toMatchObject({
    operator: 'the.compliance',
    target: `customer ${who.id}`,
    before: { state: 'passed', decided_by: 'the.compliance' },
    after: { state: 'revoked', reason_zh: reason.zh, reason_en: reason.en, withdrawals: [] },
  });
  await testConsole.money.setIdentity(who, 'passed');
  expect(await who.call(calls.withdrawals.limits, {})).toMatchObject({ dayLimit: '100000.000000' });
});

test('revoking lists the withdrawals above the new limit, which no operator can approve; those below go on', async () => {
  const who = await verified();
  const below = await withdraw(who, '1000');
  const above = await withdraw(who, '600');
  const waiting = await withdraw(who, '20000');
  await approveViewed(operator('treasury'), waiting);
  expect(await revoke(who)).toEqual({ withdrawals: [above, waiting] });
  const rows = await db()
    .selectFrom('withdrawals')
    .select(['id', 'state'])
    .where('customer', '=', Number(who.id))
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: below, state: 'approved' },
    { id: above, state: 'approved' },
    { id: waiting, state: 'review' },
  ]);
  const [open] = (await second.call(operators.approvals, {})).items;
  await second.call(treasury.showWithdrawal, { id: waiting });
  const agreed = await refusal(second.call(operators.decide, { id: open?.id ?? 0, agree: true }));
  expect(agreed).toMatchObject({ code: Code.conflict });
  expect(agreed.message).toContain('is revoked');
  await operator('treasury').call(treasury.reject, { id: waiting, ...reason });
  expect((await second.call(operators.approvals, {})).items).toEqual([]);
  await db().updateTable('withdrawals').set({ state: 'cancelled' }).where('customer', '=', Number(who.id)).execute();
});

test('a request that was checked before the revocation must meet the new limit when it is stored', async () => {
  const who = await verified();
  const submission = await withdrawals.submission(who, withdrawals.request(who, '3000'));
  const customer = Number(who.id);
  // The revocation locks the customer's row while the request is checked.
  let submitted: Promise<unknown> = Promise.resolve();
  await db()
    .transaction()
    .execute(async (transaction) => {
      await transaction.selectFrom('customers').select('id').where('id', '=', customer).forUpdate().execute();
      submitted = who.call(calls.withdrawals.submit, submission).catch((error: unknown) => error);
      await waitFor(async () => {
        const { rows } = await waitingLocks();
        expect(rows.length).toBeGreaterThan(0);
      });
      await transaction.updateTable('identities').set({ state: 'revoked' }).where('customer', '=', customer).execute();
    });
  expect(await submitted).toMatchObject({ code: Code.withdrawalLimit });
});

test('acts that need an identity are refused after it is revoked, even if they were allowed before', async () => {
  const who = await verified();
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '100.00', quantity: '0.1' } as const;
  const place = () => who.call(calls.trade.create, { ...order, clientOrderId: withdrawals.newId() });
  await place();
  await revoke(who);
  await waitFor(async () => expect((await refusal(place())).code).toBe(Code.identityNotVerified));
});

test('only compliance revokes a passed identity, only for the viewed submission, and only once', async () => {
  const who = await verified();
  const one = { customer: Number(who.id), submission: await submissionOf(who), ...reason };
  const call = (from: TestOperator, input = one) => refusal(from.call(identity.revoke, input));
  expect((await call(operator('treasury'))).code).toBe(forbiddenCode);
  expect((await call(operator('compliance'), { ...one, submission: one.submission + 1 })).code).toBe(Code.conflict);
  expect((await call(operator('compliance'), { ...one, zh: ' ' })).code).toBe(Code.badRequest);
  const both = await Promise.allSettled([revoke(who), revoke(who)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await call(operator('compliance'))).code).toBe(Code.conflict);
});

test('an operator who passed an identity can neither propose nor agree to that customer’s large withdrawals', async () => {
  const who = await verified();
  const passedBy = (name: string) =>
    db().updateTable('identities').set({ decided_by: name }).where('customer', '=', Number(who.id)).execute();
  const id = await withdraw(who, '20000');
  await passedBy('the.treasury');
  const own = await refusal(approveViewed(operator('treasury'), id));
  expect(own).toMatchObject({ code: Code.conflict });
  expect(own.message).toContain('You passed this customer’s identity');
  await approveViewed(second, id);
  const [open] = (await second.call(operators.approvals, {})).items;
  const decision = { id: open?.id ?? 0, agree: true };
  expect((await refusal(operator('treasury').call(operators.decide, decision))).code).toBe(Code.conflict);
  expect(await withdrawalState(id)).toMatchObject({ state: 'review' });
  await passedBy('the.compliance');
  await operator('treasury').call(operators.decide, decision);
  expect(await withdrawalState(id)).toMatchObject({ state: 'approved' });
});

const waitingLocks = () =>
  sql`select 1 from pg_locks where not granted and locktype in ('tuple', 'transactionid')`.execute(db());
