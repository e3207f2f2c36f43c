import { calls, Code } from '@fft/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payPassword } from '../../../testing/test-money.ts';
import {
  dayMs,
  otherTron,
  refusal,
  startTestWithdrawals,
  tron,
  type Request,
  type TestWithdrawals,
} from '../../../testing/test-withdrawals.ts';

let it: TestWithdrawals;
let anna: TestWithdrawals['anna'];
let li: TestWithdrawals['li'];

beforeAll(async () => {
  it = await startTestWithdrawals();
  ({ anna, li } = it);
});
afterAll(() => it.money.exchange.stop());

describe('attacks', () => {
  test('many at once with one code: exactly one', async () => {
    const before = await it.usdt(anna);
    const body = await it.submission(anna, it.request(anna, '30'));
    const sent = Array.from({ length: 1000 }, (_, index) =>
      anna.call(calls.withdrawals.submit, { ...body, requestId: `flood-${index}` }),
    );
    const results = await Promise.allSettled(sent);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(Number(before.usable) - Number((await it.usdt(anna)).usable)).toBe(30);
  });

  test('a code that was sent for another address, amount, coin or customer', async () => {
    const second = await it.saveAddress(anna, otherTron);
    it.money.clock.time += dayMs;
    const code = await it.askCode(anna, it.request(anna, '40'));
    const before = await it.usdt(anna);
    const tries: Request[] = [it.request(anna, '40', second), it.request(anna, '40.000001')];
    for (const fields of tries) {
      const refused = await refusal(
        anna.call(calls.withdrawals.submit, { ...fields, requestId: it.newId(), code, payPassword }),
      );
      expect([refused.code, refused.message]).toEqual([
        Code.wrongCode,
        'The verification code is wrong or has expired',
      ]);
    }
    await it.askCode(li, it.request(li, '40'));
    const byLi = { ...it.request(li, '40'), requestId: it.newId(), code, payPassword };
    expect(await refusal(li.call(calls.withdrawals.submit, byLi))).toMatchObject({ message: '验证码错误或已失效' });
    expect(await it.usdt(anna)).toEqual(before);
    // The right one still works, as none of the tries used it up.
    await anna.call(calls.withdrawals.submit, {
      ...it.request(anna, '40'),
      requestId: it.newId(),
      code,
      payPassword,
    });
  });

  test('a code that was used, and one that is too old', async () => {
    const body = await it.submission(anna, it.request(anna, '10'));
    await anna.call(calls.withdrawals.submit, body);
    const replayed = { ...body, requestId: it.newId() };
    expect(await refusal(anna.call(calls.withdrawals.submit, replayed))).toMatchObject({ code: Code.wrongCode });
    const late = await it.submission(anna, it.request(anna, '10'));
    it.money.clock.time += 11 * 60_000;
    expect(await refusal(anna.call(calls.withdrawals.submit, late))).toMatchObject({ code: Code.wrongCode });
  });

  test('a wrong transaction password spends neither the code nor the money', async () => {
    const body = await it.submission(anna, it.request(anna, '10'));
    const before = await it.usdt(anna);
    const wrong = await refusal(anna.call(calls.withdrawals.submit, { ...body, payPassword: '000001' }));
    expect([wrong.code, wrong.data]).toEqual([Code.wrongPayPassword, { left: 4 }]);
    expect(await it.usdt(anna)).toEqual(before);
    await anna.call(calls.withdrawals.submit, body);
  });

  test('a new address one second before it may be used, and then', async () => {
    const ben = await it.money.customer('ben', 'en', { USDT: '50' });
    const addressId = await it.saveAddress(ben, tron);
    it.money.clock.time += dayMs - 1000;
    const fields = it.request(ben, '10', addressId);
    const early = await refusal(ben.call(calls.withdrawals.sendCode, fields));
    expect([early.code, early.message]).toEqual([Code.withdrawalLimit, 'This address is new: it can be used in 1 h']);
    expect(early.data).toEqual({ until: it.money.clock.time + 1000 });
    const submit = { ...fields, requestId: 'early', code: '000000', payPassword };
    expect(await refusal(ben.call(calls.withdrawals.submit, submit))).toMatchObject({ code: Code.withdrawalLimit });
    it.money.clock.time += 1000;
    expect((await it.withdraw(ben, fields)).state).toBe('approved');
  });

  test("another customer's address and withdrawal are answered like missing ones", async () => {
    const submission = await it.submission(li, it.request(li, '10'));
    const other = await li.call(calls.withdrawals.submit, submission);
    const pairs: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => anna.call(calls.withdrawals.sendCode, it.request(anna, '10', it.request(li, '1').addressId)),
        () => anna.call(calls.withdrawals.sendCode, it.request(anna, '10', '999999')),
      ],
      [
        () => anna.call(calls.withdrawals.detail, { id: other.id }),
        () => anna.call(calls.withdrawals.detail, { id: '999999' }),
      ],
      [
        () => anna.call(calls.withdrawals.detail, { requestId: submission.requestId }),
        () => anna.call(calls.withdrawals.detail, { requestId: 'of-nobody' }),
      ],
      [
        () => anna.call(calls.withdrawals.cancel, { id: other.id }),
        () => anna.call(calls.withdrawals.cancel, { id: 'abc' }),
      ],
    ];
    for (const [others, missing] of pairs) {
      const [one, two] = [await refusal(others()), await refusal(missing())];
      expect([one.code, one.message, one.data]).toEqual([two.code, two.message, two.data]);
      expect(one.code).toBe(Code.notFound);
    }
  });
});

describe('who may not withdraw', () => {
  test('an account on hold after its transaction password was changed', async () => {
    const cleo = await it.money.customer('cleo', 'zh', { USDT: '50' });
    const addressId = await it.saveAddress(cleo, tron);
    it.money.clock.time += dayMs;
    await cleo.call(calls.user.sendCode, { type: 'pay' });
    const password = { password: '380264', passwordConfirm: '380264' };
    await cleo.call(calls.user.setPassword, { type: 'pay', code: await it.money.codeOf(cleo), ...password });
    const held = await refusal(cleo.call(calls.withdrawals.sendCode, it.request(cleo, '10', addressId)));
    expect([held.code, held.message]).toEqual([Code.withdrawalLimit, '因安全设置变更，24 小时内不可提现']);
    expect(held.data).toEqual({ until: it.money.clock.time + dayMs });
  });

  test('who has no verified identity', async () => {
    const dora = await it.money.exchange.register('dora');
    for (const call of [calls.withdrawals.sendCode, calls.withdrawals.submit]) {
      const body = { ...it.request(anna, '10', '1'), requestId: 'x', code: '000000', payPassword };
      expect(await refusal(dora.call(call, body))).toMatchObject({ code: Code.identityNotVerified });
    }
  });

  test('who has no e-mail address bound', async () => {
    const erik = await it.money.customer('erik');
    const { db } = it.money.exchange.database;
    await db.updateTable('customers').set({ email: null }).where('id', '=', Number(erik.id)).execute();
    const refused = await refusal(erik.call(calls.withdrawals.sendCode, it.request(erik, '10', '1')));
    expect(refused.code).toBe(Code.emailNotBound);
  });

  test('more than the limit of 24 hours, counted until they have passed', async () => {
    const finn = await it.money.customer('finn', 'en', { USDT: '100000' });
    const addressId = await it.saveAddress(finn, tron);
    it.money.clock.time += dayMs;
    await finn.call(calls.demo.faucet, { requestId: 'more', coin: 'USDT', amount: '100000' });
    await it.withdraw(finn, it.request(finn, '99000', addressId));
    const over = await refusal(finn.call(calls.withdrawals.sendCode, it.request(finn, '1000.000001', addressId)));
    expect([over.code, over.data]).toEqual([Code.withdrawalLimit, { left: '1000.000000', field: 'amount' }]);
    expect(over.message).toBe('Over the 24-hour limit: 1000.000000 USDT is left');
    const [coin] = await finn.call(calls.withdrawals.coins, {});
    expect(coin).toMatchObject({ dayLimit: '100000.000000', dayUsed: '99000.000000' });
    await it.withdraw(finn, it.request(finn, '1000', addressId));
    it.money.clock.time += dayMs;
    expect((await it.withdraw(finn, it.request(finn, '2000', addressId))).state).toBe('approved');
  });

  test('a second factor that is set is asked for', async () => {
    const gina = await it.money.customer('gina', 'en', { USDT: '50' });
    const addressId = await it.saveAddress(gina, tron);
    it.money.clock.time += dayMs;
    await gina.call(calls.user.beginTotp, { password: 'the password of gina' });
    const { db } = it.money.exchange.database;
    await db
      .updateTable('totps')
      .set({ confirmed: it.money.clock.time })
      .where('customer', '=', Number(gina.id))
      .execute();
    const body = await it.submission(gina, it.request(gina, '10', addressId));
    expect(await refusal(gina.call(calls.withdrawals.submit, body))).toMatchObject({ code: Code.secondFactor });
    const wrong = await refusal(gina.call(calls.withdrawals.submit, { ...body, totp: '000000' }));
    expect(wrong.code).toBe(Code.secondFactor);
    expect((await it.usdt(gina)).frozen).toBe('0.000000');
  });

  test('no session', async () => {
    const { anybody } = it.money.exchange;
    const body = { ...it.request(anna, '10'), requestId: 'x', code: '000000', payPassword };
    const sent = [
      () => anybody.call(calls.withdrawals.coins, {}),
      () => anybody.call(calls.withdrawals.detail, { id: '1' }),
      () => anybody.call(calls.withdrawals.sendCode, it.request(anna, '10')),
      () => anybody.call(calls.withdrawals.submit, body),
      () => anybody.call(calls.withdrawals.cancel, { id: '1' }),
      () => anybody.call(calls.withdrawals.history, {}),
    ];
    for (const send of sent) expect(await refusal(send())).toMatchObject({ code: Code.sessionInvalid });
  });
});

test('limits and review begin where the settings say', async () => {
  const { id } = await it.withdraw(li, it.request(li, '9000'));
  expect(await li.call(calls.withdrawals.cancel, { id })).toMatchObject({ state: 'cancelled' });
  const stranger = await it.money.exchange.register('stranger');
  const coins = await stranger.call(calls.withdrawals.coins, {});
  expect(coins.at(-1)?.dayLimit).toBe('0.000000');
});

test('a customer who freezes his account gets his open orders and what is in review back', async () => {
  const nora = await it.money.customer('nora', 'en', { USDT: '100000' });
  await it.saveAddress(nora, tron);
  it.money.clock.time += dayMs;
  const large = await it.withdraw(nora, it.request(nora, '10000'));
  expect(large.state).toBe('review');
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '100', quantity: '0.1' } as const;
  await nora.call(calls.trade.create, { ...order, clientOrderId: 'frozen' });
  const bids = async () => (await anna.call(calls.trade.depth, { symbol: 'BTC/USDT' })).bids;
  expect(await bids()).toHaveLength(1);
  await nora.call(calls.user.freeze, { password: 'the password of nora' });
  expect(await bids()).toEqual([]);
  const { state } = await it.money.exchange.database.db
    .selectFrom('withdrawals')
    .select('state')
    .where('id', '=', Number(large.id))
    .executeTakeFirstOrThrow();
  expect(state).toBe('cancelled');
});

/** Does `act` while the journal takes nothing, and says so. */
async function withoutJournal(act: () => Promise<void>): Promise<void> {
  const { db } = it.money.exchange.database;
  await sql`alter table journal_entry add constraint takes_nothing check (false) not valid`.execute(db);
  try {
    await act();
  } finally {
    await sql`alter table journal_entry drop constraint takes_nothing`.execute(db);
  }
}

test('what is written down is never said not to have happened, and happens once', async () => {
  const before = Number((await it.usdt(anna)).usable);
  const body = await it.submission(anna, it.request(anna, '10'));
  await withoutJournal(async () => {
    const refused = await refusal(anna.call(calls.withdrawals.submit, body));
    expect(refused).toMatchObject({ code: Code.unavailable, data: { outcomeUnknown: true } });
  });
  const twice = await Promise.all([body, body].map((each) => anna.call(calls.withdrawals.submit, each)));
  expect(twice.map(({ state }) => state)).toEqual(['approved', 'approved']);
  expect(before - Number((await it.usdt(anna)).usable)).toBe(10);
});

test('an account that was frozen while nothing could be cancelled is stopped once it can', async () => {
  const olaf = await it.money.customer('olaf', 'en', { USDT: '100000' });
  await it.saveAddress(olaf, tron);
  it.money.clock.time += dayMs;
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '100', quantity: '0.1' } as const;
  await olaf.call(calls.trade.create, { ...order, clientOrderId: 'olaf' });
  const body = await it.submission(olaf, it.request(olaf, '10'));
  await withoutJournal(async () => {
    await refusal(olaf.call(calls.withdrawals.submit, body));
    await olaf.call(calls.user.freeze, { password: 'the password of olaf' });
    expect((await it.money.exchange.anybody.call(calls.trade.depth, { symbol: 'BTC/USDT' })).bids).toHaveLength(1);
  });
  await it.money.exchange.restart();
  expect((await it.money.exchange.anybody.call(calls.trade.depth, { symbol: 'BTC/USDT' })).bids).toEqual([]);
  const { db } = it.money.exchange.database;
  const withdrawals = db.selectFrom('withdrawals').select('state').where('customer', '=', Number(olaf.id));
  expect(await withdrawals.execute()).toEqual([{ state: 'cancelled' }]);
  expect(await db.selectFrom('owed_stops').selectAll().execute()).toEqual([]);
});
