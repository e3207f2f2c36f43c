import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { generateSync } from 'otplib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { passViewed, startTestConsole, type TestConsole } from '../../testing/test-console.ts';
import type { MoneyCustomer } from '../../testing/test-money.ts';
import { readAudit } from '../audit/audit.ts';
import { demoPhoneAddress } from '../platform/mail/sms.ts';

let testConsole: TestConsole;
let anna: MoneyCustomer;
let id: number;

beforeAll(async () => {
  testConsole = await startTestConsole();
  anna = await testConsole.money.customer('anna', 'zh', { USDT: '1000', BTC: '0.5' });
  id = Number(anna.id);
});
afterAll(() => testConsole.money.exchange.stop());

const { customers, identity } = consoleCalls;
const lastAct = async () => (await readAudit(testConsole.money.exchange.database.db, { limit: 1 }))[0];

describe('customers', () => {
  test('an operator finds customers by number, by prefix of address or nickname, or by whole phone number, in pages', async () => {
    const { support } = testConsole.by;
    await testConsole.money.exchange.register('anton');
    await anna.call(calls.user.setProfile, { nickname: 'Ännchen' });
    await anna.call(calls.user.sendCode, { type: 'phone', phone: '+8613800138000' });
    const to = demoPhoneAddress('+8613800138000');
    const [sms] = await testConsole.money.exchange.anonymous.call(calls.demo.mailbox, { to });
    await anna.call(calls.user.setProfile, { phone: '+8613800138000', code: sms?.code ?? '' });
    const emails = async (q: string) =>
      (await support.call(customers.list, { q })).items.map(({ email }) => email?.split('@')[0]);
    expect(await emails('an')).toEqual(['anton', 'anna']);
    expect(await emails('ANNA@')).toEqual(['anna']);
    expect(await emails(String(id))).toEqual(['anna']);
    expect(await emails('änn')).toEqual(['anna']);
    expect(await emails('+86 138 0013 8000')).toEqual(['anna']);
    expect(await emails('+86138')).toEqual([]);
    expect((await support.call(customers.read, { id })).phone).toBe('+8613800138000');
    expect(await emails('a%')).toEqual([]);
    const first = await support.call(customers.list, { limit: 1 });
    expect(first.items).toMatchObject([{ email: 'anton@test.example', identity: 'none', locked: false }]);
    const second = await support.call(customers.list, { limit: 1, cursor: first.next ?? '' });
    expect(second.items).toMatchObject([{ id, identity: 'passed' }]);
  });

  test('an operator sees a customer’s balances, orders, statement and sessions', async () => {
    const { support } = testConsole.by;
    const order = { clientOrderId: 'one', symbol: 'BTC/USDT', side: 'buy', type: 'limit' } as const;
    await anna.call(calls.trade.create, { ...order, price: '10000', quantity: '0.01' });
    const seen = await support.call(customers.read, { id });
    expect(seen).toMatchObject({
      email: 'anna@test.example',
      lang: 'zh',
      lockedBy: null,
      holdUntil: null,
      has: { payPassword: true, totp: false, passkeys: 0 },
      fees: null,
      sessions: [{ ip: '127.0.0.1' }],
    });
    expect(seen.balances).toContainEqual(
      expect.objectContaining({ coin: 'USDT', kind: 'coin', available: '900.000000', frozen: '100.000000' }),
    );
    const placed = { symbol: 'BTC/USDT', side: 'buy', price: '10000.0', quantity: '0.01000', state: 'processing' };
    expect(await support.call(customers.orders, { id })).toMatchObject({
      items: [{ ...placed, stopPrice: null }],
      next: null,
    });
    const stop = { stopPrice: '10500', stopDirection: 'rising' } as const;
    await anna.call(calls.trade.create, { ...order, ...stop, clientOrderId: 'two', price: '10600', quantity: '0.01' });
    const [stopped] = (await support.call(customers.orders, { id })).items;
    expect(stopped).toMatchObject({ type: 'limit', price: '10600.0', stopPrice: '10500.0', state: 'processing' });
    const statement = await support.call(customers.statement, { id, limit: 1 });
    expect(statement.items).toHaveLength(1);
    const { items } = await support.call(customers.statement, { id, cursor: statement.next ?? '' });
    expect(items.map(({ coin }) => coin)).toContain('USDT');
    await expect(support.call(customers.read, { id: 999_999 })).rejects.toMatchObject({ code: Code.notFound });
  });

  test('a locked customer is logged out and cannot log in until unlocked; the audit log has both acts', async () => {
    const { support } = testConsole.by;
    const bob = await testConsole.money.exchange.register('bob');
    const act = { id: Number(bob.id), reason: 'asked for by phone' };
    const locked = await support.call(customers.lock, act);
    expect(locked).toMatchObject({ locked: true, lockedBy: 'operator', sessions: [] });
    await expect(bob.call(calls.user.read, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
    const login = { email: 'bob@test.example', password: 'the password of bob' };
    await expect(testConsole.money.exchange.anonymous.call(calls.auth.login, login)).rejects.toMatchObject({
      code: Code.accountLocked,
    });
    await expect(support.call(customers.lock, act)).rejects.toMatchObject({ code: Code.conflict });
    expect((await support.call(customers.list, { locked: true })).items.map(({ id: one }) => one)).toEqual([act.id]);
    expect(await support.call(customers.unlock, act)).toMatchObject({ locked: false, lockedBy: null });
    expect(await lastAct()).toMatchObject({
      operator: 'the.support',
      act: 'account.unlock',
      after: { reason: act.reason },
    });
    await testConsole.money.exchange.anonymous.call(calls.auth.login, login);
    expect(await support.call(customers.endSessions, { id: act.id })).toMatchObject({ sessions: [] });
    expect(await lastAct()).toMatchObject({ act: 'account.endSessions', after: { sessions: 1 } });
  });

  test('two operators together reset a lost factor, which holds withdrawals and ends sessions', async () => {
    const { support } = testConsole.by;
    const eve = await testConsole.money.customer('eve');
    const one = { id: Number(eve.id), reason: 'phone lost, identity shown by video' };
    const { secret } = await eve.call(calls.user.beginTotp, { password: 'the password of eve' });
    const epoch = Math.floor(testConsole.money.clock.time / 1000);
    await eve.call(calls.user.confirmTotp, { totp: generateSync({ secret, epoch }) });
    expect((await support.call(customers.read, { id: one.id })).has.totp).toBe(true);
    const { approval } = await support.call(customers.reset, { ...one, factor: 'totp' });
    // One operator alone changes nothing, neither by proposing twice nor by agreeing with themselves.
    await expect(support.call(customers.reset, { ...one, factor: 'totp' })).rejects.toMatchObject({
      code: Code.conflict,
    });
    const agree = { id: approval, agree: true };
    await expect(support.call(consoleCalls.operators.decide, agree)).rejects.toMatchObject({ code: Code.conflict });
    expect(await support.call(customers.read, { id: one.id })).toMatchObject({ has: { totp: true }, holdUntil: null });
    await expect(testConsole.by.treasury.call(consoleCalls.operators.decide, agree)).rejects.toMatchObject({
      code: Code.identityNotVerified,
    });
    await testConsole.by.admin.call(consoleCalls.operators.decide, agree);
    const after = await support.call(customers.read, { id: one.id });
    expect(after).toMatchObject({
      has: { totp: false },
      sessions: [],
      holdUntil: testConsole.money.clock.time + 86_400_000,
    });
    const acts = (await readAudit(testConsole.money.exchange.database.db, { limit: 2 })).map(({ act }) => act);
    expect(acts).toEqual(['reset.agree', 'account.reset']);
    await waitFor(async () => {
      const [mail] = await testConsole.money.exchange.anonymous.call(calls.demo.mailbox, { to: eve.email });
      expect(mail?.subject).toBe('FFT: Support removed your authenticator app');
    });
    await expect(support.call(customers.reset, { ...one, factor: 'totp' })).rejects.toMatchObject({
      code: Code.conflict,
    });
    const login = { email: eve.email, password: 'the password of eve' };
    await testConsole.money.exchange.anonymous.call(calls.auth.login, login);
    const second = await support.call(customers.reset, { ...one, factor: 'payPassword' });
    await testConsole.by.admin.call(consoleCalls.operators.decide, { id: second.approval, agree: true });
    expect(await support.call(customers.read, { id: one.id })).toMatchObject({ has: { payPassword: false } });
  });

  test('a customer’s notes are visible to other operators', async () => {
    const noted = await testConsole.by.support.call(customers.note, { id, text: 'Called twice' });
    expect(noted.notes).toMatchObject([{ operator: 'the.support', text: 'Called twice' }]);
    expect((await testConsole.by.treasury.call(customers.read, { id })).notes).toEqual(noted.notes);
    expect(await lastAct()).toMatchObject({ act: 'customer.note', target: `customer ${id}` });
    const unknownCustomer = { id: 999_999, text: 'x' };
    await expect(testConsole.by.support.call(customers.note, unknownCustomer)).rejects.toMatchObject({
      code: Code.notFound,
    });
  });
});

describe('identities', () => {
  const papers = { nationality: 'CN', name: '王小明', idType: 'passport', idNumber: 'E12345678' } as const;

  /** A customer who submitted documents. */
  async function submitted(name: string, shown: { readonly name?: string; readonly idNumber?: string } = {}) {
    const who = await testConsole.money.exchange.register(name, 'en');
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    const upload = async () => (await who.call(calls.upload.image, { file: new Blob([new Uint8Array(picture)]) })).id;
    const submit = async (): Promise<void> => {
      const photos = { front: await upload(), back: await upload(), hand: await upload() };
      await who.call(calls.identity.submit, { ...papers, ...shown, ...photos });
    };
    await submit();
    return { ...who, customer: Number(who.id), submit };
  }

  /** Returns the id of the customer's pending submission. */
  async function waitingOf(customer: number): Promise<number> {
    const { items } = await testConsole.by.compliance.call(identity.queue, { limit: 100 });
    return items.find((one) => one.customer === customer)?.id ?? 0;
  }

  test('the queue lists the oldest submission first, with accounts that share its document; each view is audited', async () => {
    const { compliance } = testConsole.by;
    const first = await submitted('first');
    const second = await submitted('second');
    const queue = await compliance.call(identity.queue, {});
    expect(queue).toMatchObject({
      waiting: 2,
      items: [
        { customer: first.customer, attempt: 1, sameAs: [second.customer] },
        { customer: second.customer, sameAs: [first.customer] },
      ],
    });
    const [page, { customer }] = [await compliance.call(identity.queue, { limit: 1 }), first];
    expect(page.items.map((one) => one.customer)).toEqual([customer]);
    const rest = await compliance.call(identity.queue, { limit: 1, cursor: page.next ?? '' });
    expect([rest.items.map((one) => one.customer), rest.next]).toEqual([[second.customer], null]);
    expect(await compliance.call(identity.show, { customer })).toMatchObject({ ...papers, state: 'pending' });
    expect(await lastAct()).toMatchObject({ act: 'identity.show', target: `customer ${customer}` });
    const { jpeg } = await compliance.call(identity.photo, { customer, photo: 'hand' });
    expect((await sharp(Buffer.from(jpeg, 'base64')).metadata()).format).toBe('jpeg');
    expect(await lastAct()).toMatchObject({
      operator: 'the.compliance',
      act: 'identity.photo',
      after: { photo: 'hand' },
    });
  });

  test('a submission whose sealed fields cannot be opened is refused to operators and stays in the queue', async () => {
    const { compliance } = testConsole.by;
    const { customer, call } = await submitted('altered');
    const { db } = testConsole.money.exchange.database;
    await db
      .updateTable('identities')
      .set({ sealed_name: Buffer.alloc(0) })
      .where('customer', '=', customer)
      .execute();
    await expect(compliance.call(identity.show, { customer })).rejects.toMatchObject({ code: Code.conflict });
    const { items } = await compliance.call(identity.queue, { limit: 100 });
    expect(items.find((one) => one.customer === customer)).toMatchObject({ name: '?', state: 'pending' });
    expect(await call(calls.identity.read, {})).toMatchObject({ state: 'pending', name: '***' });
    await db.deleteFrom('identities').where('customer', '=', customer).execute();
  });

  test('the customer is notified by an inbox message when their identity passes or fails', async () => {
    const { compliance } = testConsole.by;
    for (const isPassed of [true, false]) {
      const who = await submitted(`live${isPassed}`);
      const page = await testConsole.open(who);
      const { customer } = who;
      if (isPassed) await passViewed(compliance, customer);
      else await compliance.call(identity.fail, { customer, reason: 'unreadable' });
      const had = (await who.call(calls.content.unread, {})).count;
      expect(await page.unread()).toBe(had);
      page.close();
      expect((await who.call(calls.user.read, {})).identity.state).toBe(isPassed ? 'passed' : 'failed');
      const { items } = await who.call(calls.content.list, { kind: 'account' });
      const title = isPassed ? 'Your identity is verified' : 'Your identity was not verified';
      expect(items.map((message) => message.title)).toContain(title);
      const again = compliance.call(identity.pass, { customer });
      await expect(again).rejects.toMatchObject({ code: Code.conflict });
    }
  });

  test('documents pass only once the operator has requested each photo of that submission', async () => {
    const { compliance } = testConsole.by;
    const who = await submitted('unseen');
    const { customer } = who;
    const passing = () => compliance.call(identity.pass, { customer });
    const unseen = { code: Code.conflict, message: expect.stringContaining('every photo') as string };
    await expect(passing()).rejects.toMatchObject(unseen);
    for (const photo of ['front', 'back'] as const) await compliance.call(identity.photo, { customer, photo });
    const another = await testConsole.operator('photo.reviewer', 'compliance');
    await another.call(identity.photo, { customer, photo: 'hand' });
    await expect(passing()).rejects.toMatchObject(unseen);
    await compliance.call(identity.fail, { customer, reason: 'unreadable' });
    await who.submit();
    await compliance.call(identity.photo, { customer, photo: 'hand' });
    await expect(passing()).rejects.toMatchObject(unseen);
    for (const photo of ['front', 'back'] as const) await compliance.call(identity.photo, { customer, photo });
    await passing();
    expect(await who.call(calls.identity.read, {})).toMatchObject({ state: 'passed' });
    await testConsole.money.exchange.database.db.deleteFrom('identities').where('customer', '=', customer).execute();
  });

  test('customers are found by the words of the name on their documents', async () => {
    const { support } = testConsole.by;
    const { db } = testConsole.money.exchange.database;
    const jose = await submitted('jose', { name: 'José María Núñez', idNumber: 'X1234567' });
    const wang = await submitted('wang', { name: '欧阳若兰', idNumber: 'X1234568' });
    const found = async (q: string) => (await support.call(customers.list, { q })).items;
    for (const q of ['jose nunez', 'NÚÑEZ', 'María josé'])
      expect(await found(q)).toMatchObject([{ id: jose.customer, name: 'José María Núñez', identity: 'pending' }]);
    for (const q of ['欧阳若兰', '欧阳 若兰'])
      expect(await found(q)).toMatchObject([{ id: wang.customer, name: '欧阳若兰' }]);
    for (const q of ['jose smith', '欧阳', '·']) expect(await found(q)).toEqual([]);
    expect(await support.call(customers.read, { id: jose.customer })).toMatchObject({ name: 'José María Núñez' });
    const money = { customer: jose.customer, coin: 'USDT', amount: '1' };
    const { subject } = await testConsole.by.treasury.call(consoleCalls.treasury.facts, money);
    expect(subject).toMatchObject({ name: 'José María Núñez', identity: 'pending' });
    await db.deleteFrom('identities').where('customer', 'in', [jose.customer, wang.customer]).execute();
  });

  test('a decision applies to the submission that was viewed, not to a later one', async () => {
    const { compliance } = testConsole.by;
    const who = await submitted('twice');
    const { customer } = who;
    const submission = await waitingOf(customer);
    await compliance.call(identity.fail, { customer, submission, reason: 'unreadable' });
    await who.submit();
    const passing = passViewed(compliance, customer, submission);
    await expect(passing).rejects.toMatchObject({ code: Code.conflict });
    const failing = compliance.call(identity.fail, { customer, submission, reason: 'unreadable' });
    await expect(failing).rejects.toMatchObject({ code: Code.conflict });
    expect(await who.call(calls.identity.read, {})).toMatchObject({ state: 'pending' });
    // Each submission shows its own documents.
    expect(await compliance.call(identity.show, { customer, submission })).toMatchObject({ state: 'failed' });
    expect(await compliance.call(identity.show, { customer })).toMatchObject({ state: 'pending' });
    await compliance.call(identity.photo, { customer, submission, photo: 'front' });
    expect(await lastAct()).toMatchObject({ act: 'identity.photo', after: { submission, photo: 'front' } });
    await expect(
      compliance.call(identity.photo, { customer, submission: submission + 1_000, photo: 'front' }),
    ).rejects.toMatchObject({ code: Code.notFound });
    await passViewed(compliance, customer, await waitingOf(customer));
    expect(await who.call(calls.identity.read, {})).toMatchObject({ state: 'passed' });
  });

  test('failing a submission takes a listed reason, or a text in both languages', async () => {
    const { compliance } = testConsole.by;
    const { customer, call } = await submitted('own');
    for (const input of [{}, { reason: 'mood' }, { en: 'Only English' }]) {
      await expect(compliance.call(identity.fail, { customer, ...input })).rejects.toMatchObject({
        code: Code.badRequest,
      });
    }
    await compliance.call(identity.fail, { customer, zh: '请用护照', en: 'Use your passport' });
    expect(await call(calls.identity.read, {})).toMatchObject({ state: 'failed', reason: 'Use your passport' });
    expect(await compliance.call(identity.queue, {})).toMatchObject({ waiting: 2, decidedToday: 5, passedToday: 2 });
  });

  test('the queue names the reviewer who has a submission open, until they release it or the hold expires', async () => {
    const { compliance } = testConsole.by;
    const another = await testConsole.operator('another.reviewer', 'compliance');
    const { customer } = await submitted('held');
    const reviewerOf = async (who = compliance) =>
      (await who.call(identity.queue, {})).items.find((one) => one.customer === customer)?.reviewer;
    expect(await reviewerOf()).toBeNull();
    await compliance.call(identity.show, { customer });
    await another.call(identity.show, { customer });
    expect(await reviewerOf(another)).toBe('the.compliance');
    const mine = async (who = compliance) => {
      const { items, mine: count } = await who.call(identity.queue, { view: 'mine' });
      return [count, items.map((one) => one.customer).includes(customer)];
    };
    expect([await mine(), await mine(another)]).toEqual([
      [expect.any(Number), true],
      [0, false],
    ]);
    await another.call(identity.release, { customer });
    expect(await reviewerOf()).toBe('the.compliance');
    await compliance.call(identity.release, { customer });
    expect(await reviewerOf()).toBeNull();
    await another.call(identity.show, { customer });
    expect(await reviewerOf()).toBe('another.reviewer');
    testConsole.money.clock.time += 15 * 60_000;
    expect(await reviewerOf(await testConsole.enter('the.compliance', compliance.secret))).toBeNull();
  });
});
