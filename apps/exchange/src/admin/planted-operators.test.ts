import { consoleCalls, forbiddenCode } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrolBy, startTestConsole, type TestConsole } from '../../testing/test-console.ts';
import { readAudit } from '../audit/audit.ts';
import { addOperator, resetOperator } from './at-the-machine.ts';
import type { OperatorRow } from './roster.ts';

/** Somebody who writes to the database gives no operator another role, another's password, or the way back in. */
let at: TestConsole;

beforeAll(async () => {
  at = await startTestConsole();
});
afterAll(() => at.money.exchange.stop());

const { operators, treasury } = consoleCalls;
const refused = { code: Code.wrongCredentials };
const db = () => at.money.exchange.database.db;
const alter = (name: string, row: Partial<Pick<OperatorRow, 'role' | 'password_hash' | 'disabled_at'>>) =>
  db().updateTable('operators').set(row).where('name', '=', name).execute();
const rowOf = (name: string) =>
  db().selectFrom('operators').selectAll().where('name', '=', name).executeTakeFirstOrThrow();

test('an operator whose role was changed in the table may do nothing, and cannot log in', async () => {
  const who = await at.operator('wants.more', 'content');
  await expect(who.call(treasury.withdrawals, { state: 'review' })).rejects.toMatchObject({ code: forbiddenCode });
  await alter('wants.more', { role: 'treasury' });
  await expect(who.call(treasury.withdrawals, { state: 'review' })).rejects.toMatchObject({
    code: Code.sessionInvalid,
  });
  await expect(at.enter('wants.more', who.secret)).rejects.toMatchObject(refused);
  const [act] = await readAudit(db(), { limit: 1 });
  expect(act).toMatchObject({ operator: 'wants.more', act: 'operator.altered' });
  await alter('wants.more', { role: 'content' });
  expect((await at.enter('wants.more', who.secret)).name).toBe('wants.more');
});

test("an operator whose row has another's password hash cannot be entered by it", async () => {
  const [thief, victim] = [await at.operator('the.thief', 'content'), await at.operator('the.victim', 'treasury')];
  const { password_hash } = await rowOf('the.thief');
  await alter('the.victim', { password_hash });
  // Tests' operators share a password, and the code is the victim's own.
  await expect(at.enter('the.victim', victim.secret)).rejects.toMatchObject(refused);
  expect((await at.enter('the.thief', thief.secret)).name).toBe('the.thief');
});

test('who was shut out does not come back by their row', async () => {
  const who = await at.operator('was.shut.out', 'treasury');
  const admin = await at.enter('the.admin', at.by.admin.secret);
  await admin.call(operators.disable, { id: (await rowOf(who.name)).id });
  await alter('was.shut.out', { disabled_at: null });
  await expect(at.enter('was.shut.out', who.secret)).rejects.toMatchObject(refused);
});

test('a role that is changed before its operator enrols is not vouched for', async () => {
  const who = { name: 'enrols.late', role: 'content', email: 'late@staff.example' } as const;
  const { token } = await addOperator(at.machine(), who);
  await alter('enrols.late', { role: 'admin' });
  await expect(enrolBy(at.nobody, token, at.codeOf)).rejects.toMatchObject({ code: Code.notFound });
});

test('shutting an altered row out and resetting it at the console lets its role in neither', async () => {
  const who = await at.operator('altered.first', 'content');
  await alter('altered.first', { role: 'admin' });
  const { id } = await rowOf(who.name);
  const admin = await at.enter('the.admin', at.by.admin.secret);
  await admin.call(operators.disable, { id });
  const { id: approval } = await admin.call(operators.reset, { id });
  const second = await at.operator('second.admin', 'admin');
  const decided = second.call(operators.decide, { id: approval, agree: true });
  await expect(decided).rejects.toMatchObject({ code: Code.conflict });
  // Whoever has the machine answers for the role.
  await alter('altered.first', { role: 'content' });
  const { token } = await resetOperator(at.machine(), 'altered.first');
  const secret = await enrolBy(at.nobody, token, at.codeOf);
  expect((await at.enter('altered.first', secret)).name).toBe('altered.first');
  const [act] = await readAudit(db(), { limit: 1, act: 'operator.reset' });
  expect(act).toMatchObject({ operator: 'machine', after: { role: 'content' } });
});
