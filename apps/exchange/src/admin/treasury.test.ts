import { consoleCalls, type Role } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveViewed, startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import { startTestWithdrawals, type TestWithdrawals } from '../../testing/test-withdrawals.ts';
import { queueAccountHalt } from '../accounts/locks/queued-halts.ts';
import { readAudit } from '../audit/audit.ts';

let testConsole: TestConsole;
let withdrawals: TestWithdrawals;
/** The second operator of each role that needs two. */
let second: Readonly<Record<'treasury' | 'admin', TestOperator>>;

beforeAll(async () => {
  testConsole = await startTestConsole({ FOUR_EYES_FROM_USDT: '15000' });
  withdrawals = await startTestWithdrawals(testConsole.money);
  second = {
    treasury: await testConsole.operator('second.treasury', 'treasury'),
    admin: await testConsole.operator('second.admin', 'admin'),
  };
  // The sessions expired during the day that a new address waits.
  for (const role of ['treasury', 'admin', 'support'] as const) await enterAgain(role);
});
afterAll(() => testConsole.money.exchange.stop());

const { treasury, operators, session, customers, markets } = consoleCalls;
const first: Partial<Record<Role, TestOperator>> = {};
const by = (role: 'treasury' | 'admin' | 'support'): TestOperator => first[role] ?? testConsole.by[role];
const acts = async (target: string) =>
  (await readAudit(testConsole.money.exchange.database.db, { limit: 10, target })).map(
    ({ operator, act }) => `${operator} ${act}`,
  );
/** The messages in a customer's inbox. */
const inboxOf = async (who: TestWithdrawals['anna']) => (await who.call(calls.content.list, { kind: 'account' })).items;

async function enterAgain(role: 'treasury' | 'admin' | 'support'): Promise<void> {
  const { name, secret } = testConsole.by[role];
  first[role] = await testConsole.enter(name, secret);
}

describe('withdrawals', () => {
  test('those in review are listed with their risks; one operator approves a smaller one', async () => {
    const { id } = await withdrawals.withdraw(withdrawals.anna, withdrawals.request(withdrawals.anna, '12000'));
    const { items } = await by('treasury').call(treasury.withdrawals, {});
    expect(items).toMatchObject([
      {
        id: Number(id),
        amount: '12000.000000',
        worth: '12000.000000',
        fourEyes: false,
        proposer: null,
        state: 'review',
      },
    ]);
    const risks = ['large', 'firstWithdrawal', 'newCustomer'];
    expect(items[0]).toMatchObject({ risks, dayTotal: '12000.000000' });
    await expect(by('treasury').call(treasury.approve, { id: Number(id) })).rejects.toMatchObject({
      code: Code.conflict,
      message: expect.stringContaining('Open this withdrawal') as string,
    });
    const approved = await approveViewed(by('treasury'), Number(id));
    expect(approved).toEqual({ state: 'approved' });
    expect(await withdrawals.anna.call(calls.withdrawals.detail, { id })).toMatchObject({ state: 'approved' });
    await expect(approveViewed(by('treasury'), Number(id))).rejects.toMatchObject({
      code: Code.conflict,
    });
    const over = await by('treasury').call(treasury.withdrawals, { state: 'approved' });
    expect(over.items).toMatchObject([{ id: Number(id), risks }]);
  });

  test('a large one takes two different operators', async () => {
    const { id: text } = await withdrawals.withdraw(withdrawals.anna, withdrawals.request(withdrawals.anna, '20000'));
    const id = Number(text);
    expect(await approveViewed(by('treasury'), id)).toEqual({ state: 'waitsForSecond' });
    await expect(approveViewed(by('treasury'), id)).rejects.toMatchObject({ code: Code.conflict });
    expect(await withdrawals.anna.call(calls.withdrawals.detail, { id: text })).toMatchObject({ state: 'review' });
    const { items } = await second.treasury.call(treasury.withdrawals, {});
    expect(items).toMatchObject([{ id, fourEyes: true, proposer: 'the.treasury' }]);
    expect(items[0]?.risks).toContain('large');
    // Both ways to agree are used simultaneously: one of them counts.
    const [open] = (await second.treasury.call(operators.approvals, {})).items;
    const unread = second.treasury.call(operators.decide, { id: open?.id ?? 0, agree: true });
    await expect(unread).rejects.toMatchObject({ message: expect.stringContaining('Open this withdrawal') as string });
    await second.treasury.call(treasury.showWithdrawal, { id });
    const agreeing = await Promise.allSettled([
      second.treasury.call(treasury.approve, { id }),
      second.treasury.call(operators.decide, { id: open?.id ?? 0, agree: true }),
    ]);
    expect(agreeing.map(({ status }) => status)).toContain('fulfilled');
    expect(await withdrawals.anna.call(calls.withdrawals.detail, { id: text })).toMatchObject({ state: 'approved' });
    expect(await acts(`withdrawal ${id}`)).toEqual([
      'second.treasury withdrawal.agree',
      'second.treasury withdrawal.approve',
      'second.treasury withdrawal.show',
      'the.treasury withdrawal.show',
      'the.treasury withdrawal.propose',
      'the.treasury withdrawal.show',
    ]);
    expect((await second.treasury.call(operators.approvals, {})).items).toEqual([]);
    const decided = await second.treasury.call(operators.approvals, { open: false });
    expect(decided.items).toMatchObject([
      { state: 'done', proposer: 'the.treasury', decider: 'second.treasury', mine: false },
    ]);
  });

  test('a rejected one is refunded with a reason, even if it waited for a second operator', async () => {
    const before = await withdrawals.usdt(withdrawals.li);
    const { id: text } = await withdrawals.withdraw(withdrawals.li, withdrawals.request(withdrawals.li, '30000'));
    const id = Number(text);
    await approveViewed(by('treasury'), id);
    await second.treasury.call(treasury.reject, { id, zh: '地址存在风险', en: 'The address is known for fraud' });
    expect(await withdrawals.usdt(withdrawals.li)).toEqual(before);
    expect(await withdrawals.li.call(calls.withdrawals.detail, { id: text })).toMatchObject({
      state: 'rejected',
      reason: '地址存在风险',
    });
    expect((await by('treasury').call(operators.approvals, {})).items).toEqual([]);
    await expect(second.treasury.call(treasury.reject, { id, zh: '一', en: 'x' })).rejects.toMatchObject({
      code: Code.conflict,
    });
  });
});

test('withdrawals that are large only together within a day take two operators each', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 2; count += 1)
    ids.push(Number((await withdrawals.withdraw(withdrawals.li, withdrawals.request(withdrawals.li, '10000'))).id));
  const { items } = await by('treasury').call(treasury.withdrawals, {});
  expect(items.filter(({ id }) => ids.includes(id))).toMatchObject([
    { worth: '10000.000000', dayTotal: '20000.000000', fourEyes: true },
    { worth: '10000.000000', dayTotal: '20000.000000', fourEyes: true },
  ]);
  for (const id of ids) expect(await approveViewed(by('treasury'), id)).toEqual({ state: 'waitsForSecond' });
  for (const id of ids) await by('treasury').call(treasury.reject, { id, zh: '一', en: 'x' });
});

test('no operator can approve a withdrawal of a locked account until it is unlocked', async () => {
  const { id: text } = await withdrawals.withdraw(withdrawals.li, withdrawals.request(withdrawals.li, '12000'));
  const { db } = testConsole.money.exchange.database;
  const setLock = (locked_at: number | null) =>
    db.updateTable('customers').set({ locked_at }).where('id', '=', Number(withdrawals.li.id)).execute();
  await setLock(testConsole.money.clock.time);
  const id = Number(text);
  const refused = await approveViewed(by('treasury'), id).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: Code.conflict, message: 'The account is locked: unlock it first' });
  expect((await by('treasury').call(treasury.withdrawals, {})).items).toMatchObject([{ id, state: 'review' }]);
  await setLock(null);
  await by('treasury').call(treasury.reject, { id, zh: '一', en: 'x' });
});

test('a withdrawal that the customer cancels no longer waits for a second operator', async () => {
  const { id: text } = await withdrawals.withdraw(withdrawals.li, withdrawals.request(withdrawals.li, '16000'));
  const id = Number(text);
  await approveViewed(by('treasury'), id);
  const [open] = (await second.treasury.call(operators.approvals, {})).items;
  await withdrawals.li.call(calls.withdrawals.cancel, { id: text });
  await expect(second.treasury.call(operators.decide, { id: open?.id ?? 0, agree: true })).rejects.toMatchObject({
    code: Code.conflict,
  });
  expect((await second.treasury.call(operators.approvals, {})).items).toEqual([]);
});

describe('adjustments', () => {
  const change = <Fields extends object>(fields: Fields) => ({
    customer: Number(withdrawals.anna.id),
    account: 'coin' as const,
    coin: 'USDT',
    reference: 'ticket 7',
    ...fields,
  });
  const usable = async (who: TestWithdrawals['anna'], kind: 'coin' | 'fiat', coin: string) => {
    const { accounts } = await who.call(calls.assets.overview, {});
    return accounts[kind].find((line) => line.coin === coin)?.usable;
  };

  test('received money is credited once two operators agree, also to fiat accounts; the customer is notified', async () => {
    const wire = change({
      kind: 'received' as const,
      account: 'fiat' as const,
      coin: 'USDT',
      amount: '250.5',
      reference: 'SWIFT 123',
    });
    const { approval } = await by('treasury').call(treasury.adjust, wire);
    await expect(by('treasury').call(operators.decide, { id: approval, agree: true })).rejects.toMatchObject({
      code: Code.conflict,
    });
    await expect(by('admin').call(operators.decide, { id: approval, agree: true })).rejects.toMatchObject({
      code: 403,
    });
    const had = Number(await usable(withdrawals.anna, 'fiat', 'USDT'));
    const agreed = await second.treasury.call(operators.decide, { id: approval, agree: true });
    expect(agreed.approval).toMatchObject({
      act: 'adjustment',
      state: 'done',
      input: { amount: '250.5', reference: 'SWIFT 123' },
    });
    expect(Number(await usable(withdrawals.anna, 'fiat', 'USDT'))).toBe(had + 250.5);
    const notice = (await inboxOf(withdrawals.anna)).find(({ title }) => title === 'Your account was credited');
    const { html } = await withdrawals.anna.call(calls.content.detail, { id: notice?.id ?? '' });
    expect(html).toContain('250.5 USDT');
    expect(html).toContain('SWIFT 123');
    await expect(second.treasury.call(operators.decide, { id: approval, agree: true })).rejects.toMatchObject({
      code: Code.conflict,
    });
  });

  test('a credit is taken from the treasury, which must hold it; a debit goes to the treasury', async () => {
    const passing = async () => {
      const { assets } = await by('treasury').call(treasury.balances, {});
      return assets.find(({ coin }) => coin === 'USDT')?.adjustments;
    };
    // The demo's faucet takes its money from there.
    const before = await passing();
    const { treasury: own } = await by('treasury').call(treasury.balances, {});
    const gift = change({ kind: 'toCustomer' as const, amount: '40' });
    const { approval } = await by('treasury').call(treasury.adjust, gift);
    const agree = (id: number) => second.treasury.call(operators.decide, { id, agree: true });
    await expect(agree(approval)).rejects.toMatchObject({ code: Code.insufficientBalance });
    const funding = await by('treasury').call(
      treasury.adjust,
      change({ kind: 'received' as const, customer: own ?? 0, amount: '100' }),
    );
    await agree(funding.approval);
    const had = Number(await usable(withdrawals.anna, 'coin', 'USDT'));
    await agree(approval);
    expect(Number(await usable(withdrawals.anna, 'coin', 'USDT'))).toBe(had + 40);
    const back = await by('treasury').call(treasury.adjust, change({ kind: 'fromCustomer' as const, amount: '15' }));
    await agree(back.approval);
    expect(Number(await usable(withdrawals.anna, 'coin', 'USDT'))).toBe(had + 25);
    const seen = await by('support').call(customers.read, { id: own ?? 0 });
    expect(seen.balances).toMatchObject([{ coin: 'USDT', available: '75.000000' }]);
    expect(await passing()).toBe(before);
  });

  test('an adjustment that is proposed again with the same id, after a lost response, is proposed once', async () => {
    const wanted = { ...change({ kind: 'received' as const, amount: '2' }), requestId: 'credit-1' };
    const { approval } = await by('treasury').call(treasury.adjust, wanted);
    expect(await by('treasury').call(treasury.adjust, wanted)).toEqual({ approval });
    const other = by('treasury').call(treasury.adjust, { ...wanted, amount: '3' });
    await expect(other).rejects.toMatchObject({ code: Code.conflict });
    // Another operator's ids are separate.
    const theirs = await second.treasury.call(treasury.adjust, wanted);
    expect(theirs.approval).not.toBe(approval);
    await second.treasury.call(operators.decide, { id: approval, agree: false });
    await by('treasury').call(operators.decide, { id: theirs.approval, agree: false });
  });

  test('a refused adjustment changes nothing; an unknown coin or customer is refused', async () => {
    const { approval } = await by('treasury').call(treasury.adjust, change({ kind: 'received' as const, amount: '1' }));
    const had = await withdrawals.usdt(withdrawals.anna);
    const refused = await second.treasury.call(operators.decide, { id: approval, agree: false });
    expect(refused.approval).toMatchObject({ state: 'refused', decider: 'second.treasury' });
    expect(await withdrawals.usdt(withdrawals.anna)).toEqual(had);
    for (const fields of [{ coin: 'NONE' }, { customer: 999_999 }]) {
      const wrong = by('treasury').call(treasury.adjust, change({ kind: 'received' as const, amount: '1', ...fields }));
      await expect(wrong).rejects.toMatchObject({ code: Code.notFound });
    }
  });

  test('no movements are listed without a chain', async () => {
    expect(await by('treasury').call(treasury.movements, { kind: 'deposits' })).toEqual({ items: [], next: null });
    expect(await by('treasury').call(treasury.movements, { kind: 'payments' })).toEqual({ items: [], next: null });
  });
});

describe('operators', () => {
  test('two admins create an operator, and neither receives the link', async () => {
    const mail = { email: 'New.One@staff.example' };
    const { id, input } = await by('admin').call(operators.create, { name: 'new.one', role: 'content', ...mail });
    expect(input).toMatchObject({ email: 'new.one@staff.example' });
    await expect(
      by('admin').call(operators.create, { name: 'new.one', role: 'support', email: 'other@staff.example' }),
    ).rejects.toMatchObject({ code: Code.conflict });
    await expect(by('admin').call(operators.decide, { id, agree: true })).rejects.toMatchObject({
      code: Code.conflict,
    });
    const decided = await second.admin.call(operators.decide, { id, agree: true });
    expect(decided).toEqual({ approval: expect.objectContaining({ state: 'done' }) as unknown, mailed: true });
    const taken = [
      { name: 'new.one', email: 'free@staff.example' },
      { name: 'new.two', email: 'NEW.ONE@staff.example' },
    ];
    for (const who of taken)
      await expect(by('admin').call(operators.create, { ...who, role: 'content' })).rejects.toMatchObject({
        code: Code.conflict,
      });
  });

  test('two admins change a role, which ends the operator’s sessions', async () => {
    const mover = await testConsole.operator('mover', 'support');
    const { id: operator } = await mover.call(session.me, {});
    const { id } = await by('admin').call(operators.setRole, { id: operator, role: 'compliance' });
    expect((await mover.call(session.me, {})).role).toBe('support');
    await second.admin.call(operators.decide, { id, agree: true });
    await expect(mover.call(session.me, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
    const again = await testConsole.enter('mover', mover.secret);
    expect((await again.call(session.me, {})).role).toBe('compliance');
    const [row] = await readAudit(testConsole.money.exchange.database.db, { limit: 1, act: 'operator.setRole' });
    expect(row).toMatchObject({ operator: 'second.admin', before: { role: 'support' }, after: { role: 'compliance' } });
  });

  test('no one can agree to a proposal whose proposer has lost the right to make it', async () => {
    const moved = await testConsole.operator('moved', 'admin');
    const { id: operator } = await moved.call(session.me, {});
    const { id } = await moved.call(operators.create, {
      name: 'never',
      role: 'treasury',
      email: 'never@staff.example',
    });
    const change = await by('admin').call(operators.setRole, { id: operator, role: 'support' });
    await second.admin.call(operators.decide, { id: change.id, agree: true });
    const agree = () => second.admin.call(operators.decide, { id, agree: true });
    await expect(agree()).rejects.toMatchObject({
      code: Code.conflict,
      message: expect.stringMatching(/Refuse it|请拒绝/) as string,
    });
    await by('admin').call(operators.disable, { id: operator });
    await expect(agree()).rejects.toMatchObject({ code: Code.conflict });
    await second.admin.call(operators.decide, { id, agree: false });
    expect((await second.admin.call(operators.approvals, {})).items.map((open) => open.id)).not.toContain(id);
  });

  test('an operator’s access is revoked immediately; that of the last two admins cannot be', async () => {
    const gone = await testConsole.operator('gone', 'content');
    const { id } = await gone.call(session.me, {});
    await by('admin').call(operators.disable, { id });
    await expect(gone.call(session.me, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
    await expect(testConsole.enter('gone', gone.secret)).rejects.toMatchObject({ code: Code.wrongCredentials });
    const admins = (await by('admin').call(operators.list, {})).filter(({ role }) => role === 'admin');
    const [other, me] = ['second.admin', 'the.admin'].map(
      (name) => admins.find((admin) => admin.name === name)?.id ?? 0,
    );
    for (const id of [other, me])
      await expect(by('admin').call(operators.disable, { id: id ?? 0 })).rejects.toMatchObject({ code: Code.conflict });
  });

  test('the audit log is filtered by operator, act and target, in pages', async () => {
    const { items, next } = await by('admin').call(operators.audit, { limit: 2 });
    expect(items).toHaveLength(2);
    const [older] = (await by('admin').call(operators.audit, { limit: 2, cursor: next ?? '' })).items;
    expect(older?.id).toBe((items[1]?.id ?? 0) - 1);
    const only = await by('admin').call(operators.audit, { operator: 'second.treasury', act: 'withdrawal.reject' });
    expect(only.items).toMatchObject([{ before: { state: 'review' }, after: { state: 'rejected' } }]);
    const target = only.items[0]?.target ?? '';
    const whole = await by('admin').call(operators.audit, { target });
    expect(whole.items.map(({ act }) => act)).toEqual(['withdrawal.reject', 'withdrawal.propose', 'withdrawal.show']);
  });
});

test('a lock cancels open orders and withdrawals in review, listed in the audit log, unless the operator keeps them', async () => {
  const { li } = withdrawals;
  const market = await testConsole.enter('the.market', testConsole.by.market.secret);
  const act = { id: Number(li.id), reason: 'phished' };
  const order = { side: 'buy', type: 'limit', price: '1000', quantity: '0.01' } as const;
  const place = (symbol: string) =>
    li.call(calls.trade.create, { ...order, symbol, clientOrderId: symbol.slice(0, 3) });
  const withdrawal = await withdrawals.withdraw(li, withdrawals.request(li, '20000'));
  await approveViewed(by('treasury'), Number(withdrawal.id));
  const bought = await place('BTC/USDT');
  const halted = await place('ETH/USDT');
  await market.call(markets.setState, { symbol: 'ETH/USDT', state: 'halted' });
  const { balances } = await by('support').call(customers.lock, act);
  const [last] = await readAudit(testConsole.money.exchange.database.db, { limit: 1 });
  expect(last).toMatchObject({ operator: 'the.support', act: 'account.stop', target: `customer ${li.id}` });
  const stopped = { orders: [halted, bought].map(({ id }) => Number(id)) };
  expect(last?.after).toEqual({ ...stopped, withdrawals: [Number(withdrawal.id)] });
  expect(balances).toContainEqual(expect.objectContaining({ coin: 'USDT', kind: 'coin', frozen: '0.000000' }));
  expect((await second.treasury.call(operators.approvals, {})).items).toEqual([]);
  await by('support').call(customers.unlock, act);
  await market.call(markets.setState, { symbol: 'ETH/USDT', state: 'open' });
  await testConsole.agreeAll('market');
});

test('a lock may keep the orders; what a crash left of a stop is done at the next start, and audited once', async () => {
  const { anna } = withdrawals;
  const act = { id: Number(anna.id), reason: 'phished' };
  const body = { symbol: 'ETH/USDT', side: 'buy', type: 'limit', price: '1000', quantity: '0.01' } as const;
  const { id } = await anna.call(calls.trade.create, { ...body, clientOrderId: 'kept' });
  const { exchange } = testConsole.money;
  const { db } = exchange.database;
  const order = async () => (await by('support').call(customers.orders, act)).items[0];
  await by('support').call(customers.lock, { ...act, kind: 'support' });
  expect(await acts(`customer ${anna.id}`)).toMatchObject({ 0: 'the.support account.lock' });
  expect(await order()).toMatchObject({ id, state: 'processing' });
  await db.transaction().execute((transaction) => queueAccountHalt(transaction, act.id, 'the.support'));
  for (let start = 0; start < 2; start += 1) await exchange.restart();
  expect(await order()).toMatchObject({ id, state: 'cancelled' });
  const stops = (await readAudit(db, { limit: 20 })).filter(
    ({ act: done, target }) => done === 'account.stop' && target === `customer ${anna.id}`,
  );
  expect(stops.map(({ after }) => after)).toMatchObject([{ orders: [Number(id)] }]);
  expect(await db.selectFrom('owed_stops').selectAll().where('customer', '=', act.id).execute()).toEqual([]);
});
