import { consoleCalls, forbiddenCode } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrolBy, startTestConsole, type TestConsole } from '../../../testing/test-console.ts';
import { readAudit } from '../../audit/audit.ts';
import { addOperator, resetOperator } from './at-the-machine.ts';
import type { OperatorRow } from './roster.ts';

/** Writing to the database gives no operator another role, another's password, or access that was revoked. */
let testConsole: TestConsole;

beforeAll(async () => {
  testConsole = await startTestConsole();
});
afterAll(() => testConsole.money.exchange.stop());

const { operators, treasury } = consoleCalls;
const refused = { code: Code.wrongCredentials };
const db = () => testConsole.money.exchange.database.db;
const alter = (name: string, row: Partial<Pick<OperatorRow, 'role' | 'password_hash' | 'disabled_at'>>) =>
  db().updateTable('operators').set(row).where('name', '=', name).execute();
const rowOf = (name: string) =>
  db().selectFrom('operators').selectAll().where('name', '=', name).executeTakeFirstOrThrow();

test('an operator whose role was changed in the table has no rights and cannot log in', async () => {
  const who = await testConsole.operator('wants.more', 'content');
  await expect(who.call(treasury.withdrawals, { state: 'review' })).rejects.toMatchObject({ code: forbiddenCode });
  await alter('wants.more', { role: 'treasury' });
  await expect(who.call(treasury.withdrawals, { state: 'review' })).rejects.toMatchObject({
    code: Code.sessionInvalid,
  });
  await expect(testConsole.enter('wants.more', who.secret)).rejects.toMatchObject(refused);
  const [act] = await readAudit(db(), { limit: 1 });
  expect(act).toMatchObject({ operator: 'wants.more', act: 'operator.altered' });
  await alter('wants.more', { role: 'content' });
  expect((await testConsole.enter('wants.more', who.secret)).name).toBe('wants.more');
});

test('an operator’s row with another’s password hash does not open a session', async () => {
  const [thief, victim] = [
    await testConsole.operator('the.thief', 'content'),
    await testConsole.operator('the.victim', 'treasury'),
  ];
  const { password_hash } = await rowOf('the.thief');
  await alter('the.victim', { password_hash });
  // The test operators share a password; the code is the victim's own.
  await expect(testConsole.enter('the.victim', victim.secret)).rejects.toMatchObject(refused);
  expect((await testConsole.enter('the.thief', thief.secret)).name).toBe('the.thief');
});

test('an operator whose access was revoked does not regain it by a changed row', async () => {
  const who = await testConsole.operator('was.shut.out', 'support');
  const admin = await testConsole.enter('the.admin', testConsole.by.admin.secret);
  await admin.call(operators.disable, { id: (await rowOf(who.name)).id });
  await alter('was.shut.out', { disabled_at: null });
  await expect(testConsole.enter('was.shut.out', who.secret)).rejects.toMatchObject(refused);
});

test('a role that is changed before its operator enrols is not accepted', async () => {
  const who = { name: 'enrols.late', role: 'content', email: 'late@staff.example' } as const;
  const { token } = await addOperator(testConsole.machine(), who);
  await alter('enrols.late', { role: 'admin' });
  await expect(enrolBy(testConsole.anonymous, token, testConsole.codeOf)).rejects.toMatchObject({
    code: Code.notFound,
  });
});

test('neither revoking the access of an altered row nor resetting it in the console makes its role valid', async () => {
  const who = await testConsole.operator('altered.first', 'content');
  await alter('altered.first', { role: 'admin' });
  const { id } = await rowOf(who.name);
  const admin = await testConsole.enter('the.admin', testConsole.by.admin.secret);
  await admin.call(operators.disable, { id });
  const { id: approval } = await admin.call(operators.reset, { id });
  const second = await testConsole.operator('second.admin', 'admin');
  const decided = second.call(operators.decide, { id: approval, agree: true });
  await expect(decided).rejects.toMatchObject({ code: Code.conflict });
  // The operator of the machine vouches for the role.
  await alter('altered.first', { role: 'content' });
  const { token } = await resetOperator(testConsole.machine(), 'altered.first');
  const secret = await enrolBy(testConsole.anonymous, token, testConsole.codeOf);
  expect((await testConsole.enter('altered.first', secret)).name).toBe('altered.first');
  const [act] = await readAudit(db(), { limit: 1, act: 'operator.reset' });
  expect(act).toMatchObject({ operator: 'machine', after: { role: 'content' } });
});
