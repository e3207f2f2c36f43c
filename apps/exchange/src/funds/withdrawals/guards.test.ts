import { calls, Code } from '@fft/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payPassword } from '../../../testing/test-money.ts';
import {
  dayMs,
  otherWallet,
  refusal,
  startTestWithdrawals,
  wallet,
  type Request,
  type TestWithdrawals,
} from '../../../testing/test-withdrawals.ts';

let setup: TestWithdrawals;
let anna: TestWithdrawals['anna'];
let li: TestWithdrawals['li'];

beforeAll(async () => {
  setup = await startTestWithdrawals();
  ({ anna, li } = setup);
});
afterAll(() => setup.money.exchange.stop());

describe('attacks', () => {
  test('many concurrent requests with one code: exactly one succeeds', async () => {
    const before = await setup.usdt(anna);
    const body = await setup.submission(anna, setup.request(anna, '30'));
    // So many that they overlap, and so few that a busy machine doesn't refuse the one that used the code.
    const sent = Array.from({ length: 100 }, (_, index) =>
      anna.call(calls.withdrawals.submit, { ...body, requestId: `flood-${index}` }),
    );
    const results = await Promise.allSettled(sent);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(Number(before.usable) - Number((await setup.usdt(anna)).usable)).toBe(30);
  });

  test('a code for another address, amount, coin or customer is refused', async () => {
    const second = await setup.saveAddress(anna, otherWallet);
    setup.money.clock.time += dayMs;
    const code = await setup.askCode(anna, setup.request(anna, '40'));
    const before = await setup.usdt(anna);
    const tries: Request[] = [setup.request(anna, '40', second), setup.request(anna, '40.000001')];
    for (const fields of tries) {
      const refused = await refusal(
        anna.call(calls.withdrawals.submit, { ...fields, requestId: setup.newId(), code, payPassword }),
      );
      expect([refused.code, refused.message]).toEqual([
        Code.wrongCode,
        'The verification code is wrong or has expired',
      ]);
    }
    await setup.askCode(li, setup.request(li, '40'));
    const byLi = { ...setup.request(li, '40'), requestId: setup.newId(), code, payPassword };
    expect(await refusal(li.call(calls.withdrawals.submit, byLi))).toMatchObject({ message: '验证码错误或已失效' });
    expect(await setup.usdt(anna)).toEqual(before);
    // The right request still works, as no attempt used up the code.
    await anna.call(calls.withdrawals.submit, {
      ...setup.request(anna, '40'),
      requestId: setup.newId(),
      code,
      payPassword,
    });
  });

  test('a used code and an expired one are refused', async () => {
    const body = await setup.submission(anna, setup.request(anna, '10'));
    await anna.call(calls.withdrawals.submit, body);
    const replayed = { ...body, requestId: setup.newId() };
    expect(await refusal(anna.call(calls.withdrawals.submit, replayed))).toMatchObject({ code: Code.wrongCode });
    const late = await setup.submission(anna, setup.request(anna, '10'));
    setup.money.clock.time += 11 * 60_000;
    expect(await refusal(anna.call(calls.withdrawals.submit, late))).toMatchObject({ code: Code.wrongCode });
  });

  test('a wrong transaction password uses up neither the code nor the money', async () => {
    const body = await setup.submission(anna, setup.request(anna, '10'));
    const before = await setup.usdt(anna);
    const wrong = await refusal(anna.call(calls.withdrawals.submit, { ...body, payPassword: '000001' }));
    expect([wrong.code, wrong.data]).toEqual([Code.wrongPayPassword, { left: 4 }]);
    expect(await setup.usdt(anna)).toEqual(before);
    await anna.call(calls.withdrawals.submit, body);
  });

  test('a new address is refused one second before it is usable, and accepted then', async () => {
    const ben = await setup.money.customer('ben', 'en', { USDT: '50' });
    const addressId = await setup.saveAddress(ben, wallet);
    setup.money.clock.time += dayMs - 1000;
    const fields = setup.request(ben, '10', addressId);
    const early = await refusal(ben.call(calls.withdrawals.sendCode, fields));
    expect([early.code, early.message]).toEqual([
      Code.withdrawalLimit,
      'This address is new. You can withdraw to it in 1 second',
    ]);
    expect(early.data).toEqual({ until: setup.money.clock.time + 1000 });
    const submit = { ...fields, requestId: 'early', code: '000000', payPassword };
    expect(await refusal(ben.call(calls.withdrawals.submit, submit))).toMatchObject({ code: Code.withdrawalLimit });
    setup.money.clock.time += 1000;
    expect((await setup.withdraw(ben, fields)).state).toBe('approved');
  });

  test("another customer's address and withdrawal are answered like missing ones", async () => {
    const submission = await setup.submission(li, setup.request(li, '10'));
    const other = await li.call(calls.withdrawals.submit, submission);
    const pairs: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => anna.call(calls.withdrawals.sendCode, setup.request(anna, '10', setup.request(li, '1').addressId)),
        () => anna.call(calls.withdrawals.sendCode, setup.request(anna, '10', '999999')),
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

describe('a withdrawal is refused for', () => {
  test('an account on hold after its transaction password changed', async () => {
    const cleo = await setup.money.customer('cleo', 'zh', { USDT: '50' });
    const addressId = await setup.saveAddress(cleo, wallet);
    setup.money.clock.time += dayMs;
    await cleo.call(calls.user.sendCode, { type: 'pay' });
    const password = { password: '380264', passwordConfirm: '380264' };
    await cleo.call(calls.user.setPassword, { type: 'pay', code: await setup.money.codeOf(cleo), ...password });
    const held = await refusal(cleo.call(calls.withdrawals.sendCode, setup.request(cleo, '10', addressId)));
    expect([held.code, held.message]).toEqual([Code.withdrawalLimit, '因安全设置变更，24 小时内不可提现']);
    expect(held.data).toEqual({ until: setup.money.clock.time + dayMs });
  });

  test('a customer without a verified identity', async () => {
    const dora = await setup.money.exchange.register('dora');
    const request = setup.request(anna, '10', '1');
    const refused = { code: Code.identityNotVerified };
    expect(await refusal(dora.call(calls.withdrawals.sendCode, request))).toMatchObject(refused);
    const submission = { ...request, requestId: 'x', code: '000000', payPassword };
    expect(await refusal(dora.call(calls.withdrawals.submit, submission))).toMatchObject(refused);
  });

  test('a customer without an e-mail address', async () => {
    const erik = await setup.money.customer('erik');
    const { db } = setup.money.exchange.database;
    await db.updateTable('customers').set({ email: null }).where('id', '=', Number(erik.id)).execute();
    const refused = await refusal(erik.call(calls.withdrawals.sendCode, setup.request(erik, '10', '1')));
    expect(refused.code).toBe(Code.emailNotBound);
  });

  test('more than the 24-hour limit, until 24 hours have passed', async () => {
    const finn = await setup.money.customer('finn', 'en', { USDT: '100000' });
    const addressId = await setup.saveAddress(finn, wallet);
    setup.money.clock.time += dayMs;
    await finn.call(calls.demo.faucet, { requestId: 'more', coin: 'USDT', amount: '100000' });
    await setup.withdraw(finn, setup.request(finn, '99000', addressId));
    const over = await refusal(finn.call(calls.withdrawals.sendCode, setup.request(finn, '1000.000001', addressId)));
    expect([over.code, over.data]).toEqual([Code.withdrawalLimit, { left: '1000.000000', field: 'amount' }]);
    expect(over.message).toBe('Over the remaining 24h limit of 1,000 USDT');
    const [coin] = await finn.call(calls.withdrawals.coins, {});
    expect(coin).toMatchObject({ dayLimit: '100000.000000', dayUsed: '99000.000000' });
    await setup.withdraw(finn, setup.request(finn, '1000', addressId));
    setup.money.clock.time += dayMs;
    expect((await setup.withdraw(finn, setup.request(finn, '2000', addressId))).state).toBe('approved');
  });

  test('a missing second factor, if one is set', async () => {
    const gina = await setup.money.customer('gina', 'en', { USDT: '50' });
    const addressId = await setup.saveAddress(gina, wallet);
    setup.money.clock.time += dayMs;
    await gina.call(calls.user.beginTotp, { password: 'the password of gina' });
    const { db } = setup.money.exchange.database;
    await db
      .updateTable('totps')
      .set({ confirmed: setup.money.clock.time })
      .where('customer', '=', Number(gina.id))
      .execute();
    const body = await setup.submission(gina, setup.request(gina, '10', addressId));
    expect(await refusal(gina.call(calls.withdrawals.submit, body))).toMatchObject({ code: Code.secondFactor });
    const wrong = await refusal(gina.call(calls.withdrawals.submit, { ...body, totp: '000000' }));
    expect(wrong.code).toBe(Code.secondFactor);
    expect((await setup.usdt(gina)).frozen).toBe('0.000000');
  });

  test('a call without a session', async () => {
    const { anonymous } = setup.money.exchange;
    const body = { ...setup.request(anna, '10'), requestId: 'x', code: '000000', payPassword };
    const sent = [
      () => anonymous.call(calls.withdrawals.coins, {}),
      () => anonymous.call(calls.withdrawals.detail, { id: '1' }),
      () => anonymous.call(calls.withdrawals.sendCode, setup.request(anna, '10')),
      () => anonymous.call(calls.withdrawals.submit, body),
      () => anonymous.call(calls.withdrawals.cancel, { id: '1' }),
      () => anonymous.call(calls.withdrawals.history, {}),
    ];
    for (const send of sent) expect(await refusal(send())).toMatchObject({ code: Code.sessionInvalid });
  });
});

test('limits and review begin where the settings say', async () => {
  const { id } = await setup.withdraw(li, setup.request(li, '9000'));
  expect(await li.call(calls.withdrawals.cancel, { id })).toMatchObject({ state: 'cancelled' });
  const stranger = await setup.money.exchange.register('stranger');
  const coins = await stranger.call(calls.withdrawals.coins, {});
  expect(coins.at(-1)?.dayLimit).toBe('0.000000');
});

test('a customer who locks their account gets open orders and withdrawals in review back', async () => {
  const nora = await setup.money.customer('nora', 'en', { USDT: '100000' });
  await setup.saveAddress(nora, wallet);
  setup.money.clock.time += dayMs;
  const large = await setup.withdraw(nora, setup.request(nora, '10000'));
  expect(large.state).toBe('review');
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '100', quantity: '0.1' } as const;
  await nora.call(calls.trade.create, { ...order, clientOrderId: 'frozen' });
  const bids = async () => (await anna.call(calls.trade.depth, { symbol: 'BTC/USDT' })).bids;
  expect(await bids()).toHaveLength(1);
  await nora.call(calls.user.freeze, { password: 'the password of nora' });
  expect(await bids()).toEqual([]);
  const { state } = await setup.money.exchange.database.db
    .selectFrom('withdrawals')
    .select('state')
    .where('id', '=', Number(large.id))
    .executeTakeFirstOrThrow();
  expect(state).toBe('cancelled');
});

/** Runs `act` while the journal accepts nothing, and expects it to say so. */
async function withoutJournal(act: () => Promise<void>): Promise<void> {
  const { db } = setup.money.exchange.database;
  await sql`alter table journal_entry add constraint takes_nothing check (false) not valid`.execute(db);
  try {
    await act();
  } finally {
    await sql`alter table journal_entry drop constraint takes_nothing`.execute(db);
  }
}

test('a recorded withdrawal is never reported as failed, and happens once', async () => {
  const before = Number((await setup.usdt(anna)).usable);
  const body = await setup.submission(anna, setup.request(anna, '10'));
  await withoutJournal(async () => {
    const refused = await refusal(anna.call(calls.withdrawals.submit, body));
    expect(refused).toMatchObject({ code: Code.unavailable, data: { outcomeUnknown: true } });
  });
  const twice = await Promise.all([body, body].map((each) => anna.call(calls.withdrawals.submit, each)));
  expect(twice.map(({ state }) => state)).toEqual(['approved', 'approved']);
  expect(before - Number((await setup.usdt(anna)).usable)).toBe(10);
});

test('an account locked while the ledger accepts no cancels is stopped once it does', async () => {
  const olaf = await setup.money.customer('olaf', 'en', { USDT: '100000' });
  await setup.saveAddress(olaf, wallet);
  setup.money.clock.time += dayMs;
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '100', quantity: '0.1' } as const;
  await olaf.call(calls.trade.create, { ...order, clientOrderId: 'olaf' });
  const body = await setup.submission(olaf, setup.request(olaf, '10'));
  await withoutJournal(async () => {
    await refusal(olaf.call(calls.withdrawals.submit, body));
    await olaf.call(calls.user.freeze, { password: 'the password of olaf' });
    expect((await setup.money.exchange.anonymous.call(calls.trade.depth, { symbol: 'BTC/USDT' })).bids).toHaveLength(1);
  });
  await setup.money.exchange.restart();
  expect((await setup.money.exchange.anonymous.call(calls.trade.depth, { symbol: 'BTC/USDT' })).bids).toEqual([]);
  const { db } = setup.money.exchange.database;
  const withdrawals = db.selectFrom('withdrawals').select('state').where('customer', '=', Number(olaf.id));
  expect(await withdrawals.execute()).toEqual([{ state: 'cancelled' }]);
  expect(await db.selectFrom('owed_stops').selectAll().execute()).toEqual([]);
});
