import type { RefusedError } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSoftAuthenticator, type SoftAuthenticator } from '../../../testing/soft-authenticator.ts';
import { ownPassword, startTestConsole, type TestConsole, type TestOperator } from '../../../testing/test-console.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { readAudit } from '../../audit/audit.ts';

let testConsole: TestConsole;
let origin = '';

beforeAll(async () => {
  testConsole = await startTestConsole();
  origin = testConsole.money.exchange.consoleUrl;
});
afterAll(() => testConsole.money.exchange.stop());

const { session, operators } = consoleCalls;
const db = () => testConsole.money.exchange.database.db;
const refused = { code: Code.wrongCredentials };

const proofOf = ({ secret }: TestOperator) => ({ password: ownPassword, code: testConsole.codeOf(secret) });

async function add(who: TestOperator, device: SoftAuthenticator, name = 'Laptop') {
  const { options } = await who.call(session.beginPasskey, proofOf(who));
  return who.call(session.addPasskey, { name, response: { ...device.create(options) } });
}

/** An operator with a passkey. */
async function keyed(name: string): Promise<{ readonly who: TestOperator; readonly device: SoftAuthenticator }> {
  const who = await testConsole.operator(name, 'support');
  const device = createSoftAuthenticator(origin);
  await add(who, device);
  return { who, device };
}

const ask = async () => (await testConsole.anonymous.call(session.beginPasskeyLogin, {})).options;
const show = (response: object) => testConsole.anonymous.call(session.loginByPasskey, { response: { ...response } });
const enter = async (device: SoftAuthenticator) => show(device.get(await ask()));

test('an operator adds a passkey, logs in with it, and removes it; each act is audited, each change mailed', async () => {
  const { who, device } = await keyed('has.passkey');
  expect(await who.call(session.passkeys, {})).toEqual([
    { id: device.id, name: 'Laptop', created: testConsole.money.clock.time, used: null },
  ]);
  const entered = await enter(device);
  expect(entered.me).toMatchObject({ name: 'has.passkey', role: 'support' });
  expect(await who.call(session.passkeys, {})).toMatchObject([{ id: device.id, used: testConsole.money.clock.time }]);
  expect(await who.call(session.removePasskey, { id: device.id, ...proofOf(who) })).toEqual([]);
  await expect(enter(device)).rejects.toMatchObject(refused);
  const acts = (await readAudit(db(), { limit: 20, operator: 'has.passkey' })).map(({ act, after }) => [act, after]);
  expect(acts).toContainEqual(['operator.passkeyAdded', { name: 'Laptop' }]);
  expect(acts).toContainEqual(['operator.enter', { ip: '127.0.0.1', by: 'passkey' }]);
  expect(acts).toContainEqual(['operator.passkeyRemoved', { name: 'Laptop' }]);
  await waitFor(async () => {
    testConsole.money.exchange.wake('admin.warnings');
    const { anonymous } = testConsole.money.exchange;
    const mails = await anonymous.call(calls.demo.mailbox, { to: 'has.passkey@staff.example' });
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('A passkey was removed'),
      expect.stringContaining('A passkey was added'),
    ]);
  });
});

test('a session alone neither adds nor removes a passkey: password and code are required', async () => {
  const { who, device } = await keyed('open.desk');
  const begin = (proof: { password: string; code: string }) => who.call(session.beginPasskey, proof);
  await expect(begin({ password: 'a guess of theirs', code: '000000' })).rejects.toMatchObject(refused);
  await expect(begin({ password: ownPassword, code: '000000' })).rejects.toMatchObject({ code: Code.secondFactor });
  const remove = { id: device.id, password: ownPassword, code: '000000' };
  await expect(who.call(session.removePasskey, remove)).rejects.toMatchObject({ code: Code.secondFactor });
  const other = createSoftAuthenticator(origin);
  // The options of a log-in or of another operator don't work either.
  await expect(
    who.call(session.addPasskey, { name: 'Stick', response: { ...other.create(await ask()) } }),
  ).rejects.toMatchObject(refused);
  const { options } = await who.call(session.beginPasskey, proofOf(who));
  const { by } = testConsole;
  const forOther = by.admin.call(session.addPasskey, { name: 'Stick', response: { ...other.create(options) } });
  await expect(forOther).rejects.toMatchObject(refused);
  expect((await enter(device)).me.name).toBe('open.desk');
});

test('wrong answers are refused: used, expired, from another site, from an unverified device, from a copied key', async () => {
  const { who, device } = await keyed('guarded');
  const options = await ask();
  const answer = device.get(options);
  await show(answer);
  await expect(show(answer)).rejects.toMatchObject(refused);
  const late = await ask();
  testConsole.money.clock.time += 5 * 60_000;
  await expect(show(device.get(late))).rejects.toMatchObject(refused);
  const changes = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { isVerified: false },
    { challenge: 'bm90IGdpdmVuIG91dA' },
    // A counter that doesn't increase indicates a copied key.
    { counter: 1 },
  ];
  for (const changed of changes) await expect(show(device.get(await ask(), changed))).rejects.toMatchObject(refused);
  const adding = await (await testConsole.enter(who.name, who.secret)).call(session.beginPasskey, proofOf(who));
  await expect(show(device.get(adding.options))).rejects.toMatchObject(refused);
  for (const response of [{}, { id: 7 }, { id: "' or 1=1 --" }, { id: device.id }, { id: device.id, response: null }])
    await expect(show(response)).rejects.toMatchObject(refused);
  const [act] = await readAudit(db(), { limit: 1, act: 'operator.passkeyRefused' });
  expect(act).toMatchObject({ operator: 'guarded', target: 'operator guarded' });
  expect((await enter(device)).me.name).toBe('guarded');
});

test('of twenty answers to one challenge one opens a session', async () => {
  const { device } = await keyed('hurried');
  const options = await ask();
  const answers = Array.from({ length: 20 }, () => device.get(options));
  const settled = await Promise.allSettled(answers.map(show));
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an operator has at most ten passkeys, even if more are added simultaneously', async () => {
  const who = await testConsole.operator('collects', 'support');
  const begun: { readonly device: SoftAuthenticator; readonly options: Record<string, unknown> }[] = [];
  for (let n = 0; n < 12; n++) {
    const { options } = await who.call(session.beginPasskey, proofOf(who));
    begun.push({ device: createSoftAuthenticator(origin), options });
  }
  const settled = await Promise.allSettled(
    begun.map(({ device, options }, n) =>
      who.call(session.addPasskey, { name: `Key ${n}`, response: { ...device.create(options) } }),
    ),
  );
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await who.call(session.passkeys, {})).toHaveLength(10);
});

test('a passkey works while others’ wrong passwords lock the account', async () => {
  const { device } = await keyed('locked.out');
  const guess = () =>
    testConsole.anonymous.call(session.login, { name: 'locked.out', password: 'not this one', code: '123456' });
  let code: number = Code.wrongCredentials;
  for (let n = 0; n < 20 && code === Code.wrongCredentials; n++)
    code = await guess().then(
      () => Code.ok,
      (error: RefusedError) => error.code,
    );
  expect([Code.tooManyRequests, Code.accountLocked]).toContain(code);
  expect((await enter(device)).me.name).toBe('locked.out');
});

test('revoked access and a reset disable an operator’s passkeys; a change of role keeps them', async () => {
  const { who, device } = await keyed('leaves');
  const id = (await testConsole.enter('the.admin', testConsole.by.admin.secret)).call(operators.list, {});
  const { id: number = 0 } = (await id).find(({ name }) => name === 'leaves') ?? {};
  await db()
    .transaction()
    .execute((transaction) => testConsole.roster.setRole(transaction, number, 'content'));
  expect((await enter(device)).me.role).toBe('content');
  const admin = await testConsole.enter('the.admin', testConsole.by.admin.secret);
  await admin.call(operators.disable, { id: number });
  await expect(enter(device)).rejects.toMatchObject(refused);
  await db()
    .transaction()
    .execute((transaction) => testConsole.roster.void(transaction, number));
  await expect(enter(device)).rejects.toMatchObject(refused);
  expect(await db().selectFrom('operator_passkeys').select('id').where('operator', '=', number).execute()).toEqual([]);
  expect(who.name).toBe('leaves');
});

test('an answer that is sent twenty times simultaneously opens one session', async () => {
  const { who, device } = await keyed('in.a.hurry');
  const sessions = () =>
    db()
      .selectFrom('operator_sessions')
      .innerJoin('operators', 'operators.id', 'operator')
      .select('operator_sessions.id')
      .where('name', '=', who.name)
      .execute();
  const before = (await sessions()).length;
  const answer = device.get(await ask());
  const shown = await Promise.allSettled(Array.from({ length: 20 }, () => show(answer)));
  expect(shown.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await sessions()).toHaveLength(before + 1);
});

test('passkey rows that were written into the database open no session', async () => {
  const { device: own } = await keyed('the.thief');
  const { id: victim } = await db()
    .selectFrom('operators')
    .select('id')
    .where('name', '=', 'the.treasury')
    .executeTakeFirstOrThrow();
  // The thief's own passkey, reassigned to another operator.
  await db().updateTable('operator_passkeys').set({ operator: victim }).where('id', '=', own.id).execute();
  await expect(enter(own)).rejects.toMatchObject(refused);
  // A customer's passkey, copied from its table.
  const customer = await testConsole.money.customer('li', 'en', {});
  const device = createSoftAuthenticator(origin);
  await sql`
    insert into passkeys (id, customer, name, public_key, counter, created)
    select ${device.id}, ${Number(customer.id)}, 'Phone', public_key, 0, 1 from operator_passkeys where id = ${own.id}
  `.execute(db());
  await expect(enter(device)).rejects.toMatchObject(refused);
});
