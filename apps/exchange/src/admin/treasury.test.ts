import { consoleCalls, type Role } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import { startTestWithdrawals, type TestWithdrawals } from '../../testing/test-withdrawals.ts';
import { readAudit } from '../audit/audit.ts';

let it: TestConsole;
let out: TestWithdrawals;
/** The second of each role that needs two. */
let second: Readonly<Record<'treasury' | 'admin', TestOperator>>;

beforeAll(async () => {
  it = await startTestConsole({ FOUR_EYES_FROM_USDT: '15000' });
  out = await startTestWithdrawals(it.money);
  second = {
    treasury: await it.operator('second.treasury', 'treasury'),
    admin: await it.operator('second.admin', 'admin'),
  };
  // The day that an address waits ended the sessions of the first.
  for (const role of ['treasury', 'admin', 'support'] as const) await enterAgain(role);
});
afterAll(() => it.money.exchange.stop());

const { treasury, operators, session, customers, markets } = consoleCalls;
const first: Partial<Record<Role, TestOperator>> = {};
const by = (role: 'treasury' | 'admin' | 'support'): TestOperator => first[role] ?? it.by[role];
const acts = async (target: string) =>
  (await readAudit(it.money.exchange.database.db, { limit: 10, target })).map(
    ({ operator, act }) => `${operator} ${act}`,
  );
/** What stands in a customer's inbox. */
const inboxOf = async (who: TestWithdrawals['anna']) => (await who.call(calls.content.list, { kind: 'account' })).items;

async function enterAgain(role: 'treasury' | 'admin' | 'support'): Promise<void> {
  const { name, secret } = it.by[role];
  first[role] = await it.enter(name, secret);
}

describe('withdrawals', () => {
  test('in review are seen with their risks; one operator lets a smaller one go', async () => {
    const { id } = await out.withdraw(out.anna, out.request(out.anna, '12000'));
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
    const approved = await by('treasury').call(treasury.approve, { id: Number(id) });
    expect(approved).toEqual({ state: 'approved' });
    expect(await out.anna.call(calls.withdrawals.detail, { id })).toMatchObject({ state: 'approved' });
    await expect(by('treasury').call(treasury.approve, { id: Number(id) })).rejects.toMatchObject({
      code: Code.conflict,
    });
    const over = await by('treasury').call(treasury.withdrawals, { state: 'approved' });
    expect(over.items).toMatchObject([{ id: Number(id), risks }]);
  });

  test('large ones take two different operators, of whom neither counts twice', async () => {
    const { id: text } = await out.withdraw(out.anna, out.request(out.anna, '20000'));
    const id = Number(text);
    expect(await by('treasury').call(treasury.approve, { id })).toEqual({ state: 'waitsForSecond' });
    await expect(by('treasury').call(treasury.approve, { id })).rejects.toMatchObject({ code: Code.conflict });
    expect(await out.anna.call(calls.withdrawals.detail, { id: text })).toMatchObject({ state: 'review' });
    const { items } = await second.treasury.call(treasury.withdrawals, {});
    expect(items).toMatchObject([{ id, fourEyes: true, proposer: 'the.treasury' }]);
    expect(items[0]?.risks).toContain('large');
    // Both ways to agree at once: one does.
    const [open] = (await second.treasury.call(operators.approvals, {})).items;
    const agreeing = await Promise.allSettled([
      second.treasury.call(treasury.approve, { id }),
      second.treasury.call(operators.decide, { id: open?.id ?? 0, agree: true }),
    ]);
    expect(agreeing.map(({ status }) => status)).toContain('fulfilled');
    expect(await out.anna.call(calls.withdrawals.detail, { id: text })).toMatchObject({ state: 'approved' });
    expect(await acts(`withdrawal ${id}`)).toEqual([
      'second.treasury withdrawal.agree',
      'second.treasury withdrawal.approve',
      'the.treasury withdrawal.propose',
    ]);
    expect((await second.treasury.call(operators.approvals, {})).items).toEqual([]);
    const decided = await second.treasury.call(operators.approvals, { open: false });
    expect(decided.items).toMatchObject([
      { state: 'done', proposer: 'the.treasury', decider: 'second.treasury', mine: false },
    ]);
  });

  test('rejected, the customer has his money back and is told why, whoever waited for a second', async () => {
    const before = await out.usdt(out.li);
    const { id: text } = await out.withdraw(out.li, out.request(out.li, '30000'));
    const id = Number(text);
    await by('treasury').call(treasury.approve, { id });
    await second.treasury.call(treasury.reject, { id, zh: '地址存在风险', en: 'The address is known for fraud' });
    expect(await out.usdt(out.li)).toEqual(before);
    expect(await out.li.call(calls.withdrawals.detail, { id: text })).toMatchObject({
      state: 'rejected',
      reason: '地址存在风险',
    });
    expect((await by('treasury').call(operators.approvals, {})).items).toEqual([]);
    await expect(second.treasury.call(treasury.reject, { id, zh: '一', en: 'x' })).rejects.toMatchObject({
      code: Code.conflict,
    });
  });
});

test('several that make a large one within a day take two operators each', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 2; count += 1)
    ids.push(Number((await out.withdraw(out.li, out.request(out.li, '10000'))).id));
  const { items } = await by('treasury').call(treasury.withdrawals, {});
  expect(items.filter(({ id }) => ids.includes(id))).toMatchObject([
    { worth: '10000.000000', dayTotal: '20000.000000', fourEyes: true },
    { worth: '10000.000000', dayTotal: '20000.000000', fourEyes: true },
  ]);
  for (const id of ids)
    expect(await by('treasury').call(treasury.approve, { id })).toEqual({ state: 'waitsForSecond' });
  for (const id of ids) await by('treasury').call(treasury.reject, { id, zh: '一', en: 'x' });
});

test('what is in review of a locked account can be let go by nobody until it is unlocked', async () => {
  const { id: text } = await out.withdraw(out.li, out.request(out.li, '12000'));
  const { db } = it.money.exchange.database;
  const setLock = (locked_at: number | null) =>
    db.updateTable('customers').set({ locked_at }).where('id', '=', Number(out.li.id)).execute();
  await setLock(it.money.clock.time);
  const id = Number(text);
  const refused = await by('treasury')
    .call(treasury.approve, { id })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: Code.conflict, message: 'The account is locked: unlock it first' });
  expect((await by('treasury').call(treasury.withdrawals, {})).items).toMatchObject([{ id, state: 'review' }]);
  await setLock(null);
  await by('treasury').call(treasury.reject, { id, zh: '一', en: 'x' });
});

test('taken back by the customer, nothing waits any more for a second operator', async () => {
  const { id: text } = await out.withdraw(out.li, out.request(out.li, '16000'));
  const id = Number(text);
  await by('treasury').call(treasury.approve, { id });
  const [open] = (await second.treasury.call(operators.approvals, {})).items;
  await out.li.call(calls.withdrawals.cancel, { id: text });
  await expect(second.treasury.call(operators.decide, { id: open?.id ?? 0, agree: true })).rejects.toMatchObject({
    code: Code.conflict,
  });
  expect((await second.treasury.call(operators.approvals, {})).items).toEqual([]);
});

describe('adjustments', () => {
  const change = <Fields extends object>(fields: Fields) => ({
    customer: Number(out.anna.id),
    account: 'coin' as const,
    coin: 'USDT',
    reference: 'ticket 7',
    ...fields,
  });
  const usable = async (who: TestWithdrawals['anna'], kind: 'coin' | 'fiat', coin: string) => {
    const { accounts } = await who.call(calls.assets.overview, {});
    return accounts[kind].find((line) => line.coin === coin)?.usable;
  };

  test('money received is credited once two agree, also to fiat accounts; the customer is told', async () => {
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
    const had = Number(await usable(out.anna, 'fiat', 'USDT'));
    const agreed = await second.treasury.call(operators.decide, { id: approval, agree: true });
    expect(agreed.approval).toMatchObject({
      act: 'adjustment',
      state: 'done',
      input: { amount: '250.5', reference: 'SWIFT 123' },
    });
    expect(Number(await usable(out.anna, 'fiat', 'USDT'))).toBe(had + 250.5);
    const told = (await inboxOf(out.anna)).find(({ title }) => title === 'Your account was credited');
    const { html } = await out.anna.call(calls.content.detail, { id: told?.id ?? '' });
    expect(html).toContain('250.5 USDT');
    expect(html).toContain('SWIFT 123');
    await expect(second.treasury.call(operators.decide, { id: approval, agree: true })).rejects.toMatchObject({
      code: Code.conflict,
    });
  });

  test('a credit comes from the treasury, which must have it, and what is taken goes there', async () => {
    const passing = async () => {
      const { assets } = await by('treasury').call(treasury.balances, {});
      return assets.find(({ coin }) => coin === 'USDT')?.adjustments;
    };
    // The demo's faucet gives from there.
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
    const had = Number(await usable(out.anna, 'coin', 'USDT'));
    await agree(approval);
    expect(Number(await usable(out.anna, 'coin', 'USDT'))).toBe(had + 40);
    const back = await by('treasury').call(treasury.adjust, change({ kind: 'fromCustomer' as const, amount: '15' }));
    await agree(back.approval);
    expect(Number(await usable(out.anna, 'coin', 'USDT'))).toBe(had + 25);
    const seen = await by('support').call(customers.read, { id: own ?? 0 });
    expect(seen.balances).toMatchObject([{ coin: 'USDT', available: '75.000000' }]);
    expect(await passing()).toBe(before);
  });

  test('proposed again under its id, as the answer was lost, it is one', async () => {
    const wanted = { ...change({ kind: 'received' as const, amount: '2' }), requestId: 'credit-1' };
    const { approval } = await by('treasury').call(treasury.adjust, wanted);
    expect(await by('treasury').call(treasury.adjust, wanted)).toEqual({ approval });
    const other = by('treasury').call(treasury.adjust, { ...wanted, amount: '3' });
    await expect(other).rejects.toMatchObject({ code: Code.conflict });
    // Another operator's ids are his own.
    const theirs = await second.treasury.call(treasury.adjust, wanted);
    expect(theirs.approval).not.toBe(approval);
    await second.treasury.call(operators.decide, { id: approval, agree: false });
    await by('treasury').call(operators.decide, { id: theirs.approval, agree: false });
  });

  test('refused, nothing happens; of an unknown coin or customer there is none', async () => {
    const { approval } = await by('treasury').call(treasury.adjust, change({ kind: 'received' as const, amount: '1' }));
    const had = await out.usdt(out.anna);
    const refused = await second.treasury.call(operators.decide, { id: approval, agree: false });
    expect(refused.approval).toMatchObject({ state: 'refused', decider: 'second.treasury' });
    expect(await out.usdt(out.anna)).toEqual(had);
    for (const fields of [{ coin: 'NONE' }, { customer: 999_999 }]) {
      const wrong = by('treasury').call(treasury.adjust, change({ kind: 'received' as const, amount: '1', ...fields }));
      await expect(wrong).rejects.toMatchObject({ code: Code.notFound });
    }
  });

  test('the sums of an asset hold: what came from outside is what is owed', async () => {
    const { assets } = await by('treasury').call(treasury.balances, {});
    for (const { customers: theirs, fees, adjustments, owed } of assets)
      expect(Number(theirs) + Number(fees) + Number(adjustments)).toBeCloseTo(Number(owed), 6);
    expect(await by('treasury').call(treasury.movements, { kind: 'deposits' })).toEqual({ items: [], next: null });
    expect(await by('treasury').call(treasury.movements, { kind: 'payments' })).toEqual({ items: [], next: null });
  });
});

describe('operators', () => {
  test('are made by two admins, of whom neither hears the link', async () => {
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

  test('change roles by two, and their sessions end then', async () => {
    const mover = await it.operator('mover', 'support');
    const { id: operator } = await mover.call(session.me, {});
    const { id } = await by('admin').call(operators.setRole, { id: operator, role: 'compliance' });
    expect((await mover.call(session.me, {})).role).toBe('support');
    await second.admin.call(operators.decide, { id, agree: true });
    await expect(mover.call(session.me, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
    const again = await it.enter('mover', mover.secret);
    expect((await again.call(session.me, {})).role).toBe('compliance');
    const [row] = await readAudit(it.money.exchange.database.db, { limit: 1, act: 'operator.setRole' });
    expect(row).toMatchObject({ operator: 'second.admin', before: { role: 'support' }, after: { role: 'compliance' } });
  });

  test('what was proposed by who may not do it any more is agreed to by nobody', async () => {
    const moved = await it.operator('moved', 'admin');
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

  test('are shut out at once; the last admin is not', async () => {
    const gone = await it.operator('gone', 'content');
    const { id } = await gone.call(session.me, {});
    await by('admin').call(operators.disable, { id });
    await expect(gone.call(session.me, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
    await expect(it.enter('gone', gone.secret)).rejects.toMatchObject({ code: Code.wrongCredentials });
    const admins = (await by('admin').call(operators.list, {})).filter(({ role }) => role === 'admin');
    const [other, me] = ['second.admin', 'the.admin'].map(
      (name) => admins.find((admin) => admin.name === name)?.id ?? 0,
    );
    await by('admin').call(operators.disable, { id: other ?? 0 });
    await expect(by('admin').call(operators.disable, { id: me ?? 0 })).rejects.toMatchObject({ code: Code.conflict });
  });

  test('what they did is read by who, what and whom, page by page', async () => {
    const { items, next } = await by('admin').call(operators.audit, { limit: 2 });
    expect(items).toHaveLength(2);
    const [older] = (await by('admin').call(operators.audit, { limit: 2, cursor: next ?? '' })).items;
    expect(older?.id).toBe((items[1]?.id ?? 0) - 1);
    const only = await by('admin').call(operators.audit, { operator: 'second.treasury', act: 'withdrawal.reject' });
    expect(only.items).toMatchObject([{ before: { state: 'review' }, after: { state: 'rejected' } }]);
    const target = only.items[0]?.target ?? '';
    const whole = await by('admin').call(operators.audit, { target });
    expect(whole.items.map(({ act }) => act)).toEqual(['withdrawal.reject', 'withdrawal.propose']);
  });
});

test('a lock takes open orders and withdrawals in review with it, by name in the audit log, unless they are let be', async () => {
  const { li } = out;
  const market = await it.enter('the.market', it.by.market.secret);
  const act = { id: Number(li.id), reason: 'phished' };
  const order = { side: 'buy', type: 'limit', price: '1000', quantity: '0.01' } as const;
  const place = (symbol: string) =>
    li.call(calls.trade.create, { ...order, symbol, clientOrderId: symbol.slice(0, 3) });
  const withdrawal = await out.withdraw(li, out.request(li, '20000'));
  await by('treasury').call(treasury.approve, { id: Number(withdrawal.id) });
  const bought = await place('BTC/USDT');
  const halted = await place('ETH/USDT');
  await market.call(markets.setState, { symbol: 'ETH/USDT', state: 'halted' });
  const { balances } = await by('support').call(customers.lock, act);
  const [last] = await readAudit(it.money.exchange.database.db, { limit: 1 });
  expect(last).toMatchObject({ operator: 'the.support', act: 'account.stop', target: `customer ${li.id}` });
  const stopped = { orders: [Number(bought.id)], ordersLeft: [Number(halted.id)] };
  expect(last?.after).toEqual({ ...stopped, withdrawals: [Number(withdrawal.id)] });
  expect(balances).toContainEqual(expect.objectContaining({ coin: 'USDT', kind: 'coin', frozen: '10.000000' }));
  expect((await second.treasury.call(operators.approvals, {})).items).toEqual([]);
  await by('support').call(customers.unlock, act);
  await market.call(markets.setState, { symbol: 'ETH/USDT', state: 'open' });
  await by('support').call(customers.lock, { ...act, cancel: false });
  expect(await acts(`customer ${li.id}`)).toMatchObject({ 0: 'the.support account.lock' });
  expect((await by('support').call(customers.orders, act)).items[0]).toMatchObject({ state: 'processing' });
});

test('what a lock left in a halted market is cancelled once it opens, and the audit log says both once', async () => {
  const { anna } = out;
  const market = await it.enter('the.market', it.by.market.secret);
  const act = { id: Number(anna.id), reason: 'phished' };
  const body = { symbol: 'ETH/USDT', side: 'buy', type: 'limit', price: '1000', quantity: '0.01' } as const;
  const { id } = await anna.call(calls.trade.create, { ...body, clientOrderId: 'halted' });
  await market.call(markets.setState, { symbol: 'ETH/USDT', state: 'halted' });
  await by('support').call(customers.lock, act);
  // A start looks at once at what is owed.
  await it.money.exchange.restart();
  await market.call(markets.setState, { symbol: 'ETH/USDT', state: 'open' });
  await it.money.exchange.restart();
  expect((await by('support').call(customers.orders, act)).items[0]).toMatchObject({ id, state: 'cancelled' });
  const { db } = it.money.exchange.database;
  const stops = (await readAudit(db, { limit: 20 })).filter(
    ({ act: done, target }) => done === 'account.stop' && target === `customer ${anna.id}`,
  );
  expect(stops.map(({ after }) => after)).toMatchObject([
    { orders: [Number(id)] },
    { orders: [], ordersLeft: [Number(id)] },
  ]);
  expect(await db.selectFrom('owed_stops').selectAll().where('customer', '=', act.id).execute()).toEqual([]);
});
