import { calls, Code, type CallOutput, type Withdrawal } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MoneyCustomer } from '../../../testing/test-money.ts';
import { refusal, startTestWithdrawals, wallet, type TestWithdrawals } from '../../../testing/test-withdrawals.ts';

let setup: TestWithdrawals;
let anna: TestWithdrawals['anna'];
let li: TestWithdrawals['li'];

beforeAll(async () => {
  setup = await startTestWithdrawals();
  ({ anna, li } = setup);
});
afterAll(() => setup.money.exchange.stop());

describe('the withdrawal calls list', () => {
  test("every coin with its chains, fees and limits, named in the customer's language", async () => {
    const coins = await anna.call(calls.withdrawals.coins, {});
    expect(coins.map(({ coin }) => coin)).toEqual(['BTC', 'ETH', 'SOL', 'LTC', 'USDT', 'USDC']);
    expect(coins.find(({ coin }) => coin === 'USDT')).toEqual({
      coin: 'USDT',
      name: 'Tether USD',
      icon: 'usdt',
      usable: '100000.000000',
      frozen: '0.000000',
      chains: [
        {
          chain: 'ETH',
          name: 'Ethereum (ERC20)',
          fee: '3.000000',
          min: '10.000000',
          max: '500000.000000',
          precision: 6,
          memo: false,
        },
      ],
      dayLimit: '100000.000000',
      dayUsed: '0.000000',
      dayLeft: '100000.000000',
    });
    const chinese = await li.call(calls.withdrawals.coins, {});
    expect(chinese.find(({ coin }) => coin === 'USDT')).toMatchObject({
      name: '泰达币',
      chains: [{ name: '以太坊 (ERC20)' }],
    });
  });

  test('the daily limit of both levels', async () => {
    expect(await anna.call(calls.withdrawals.limits, {})).toEqual({
      identityRequired: true,
      dayLimit: '100000.000000',
      dayUsed: '0.000000',
      levels: { unverified: '0.000000', verified: '100000.000000' },
    });
  });

  test('one coin on one chain, with the addresses saved for it', async () => {
    const detail = await anna.call(calls.withdrawals.detail, { coin: 'USDT', chain: 'ETH' });
    expect(detail).toMatchObject({
      coin: 'USDT',
      chains: [{ chain: 'ETH' }],
      addresses: [{ id: setup.request(anna, '1').addressId, address: wallet }],
    });
    expect(await anna.call(calls.withdrawals.detail, { coin: 'ETH', chain: 'ETH' })).toMatchObject({ addresses: [] });
  });
});

describe('a withdrawal', () => {
  test('freezes the money at once, is approved, and notifies its owner', async () => {
    const before = await setup.usdt(anna);
    const submission = await setup.submission(anna, setup.request(anna, '100.5'));
    const { requestId } = submission;
    expect(await refusal(anna.call(calls.withdrawals.detail, { requestId }))).toMatchObject({ code: Code.notFound });
    const done = await anna.call(calls.withdrawals.submit, submission);
    expect(done).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      coin: 'USDT',
      chain: 'ETH',
      address: wallet,
      amount: '100.500000',
      fee: '3.000000',
      arrives: '97.500000',
      state: 'approved',
      time: setup.money.clock.time,
      updated: setup.money.clock.time,
    });
    expect(await setup.usdt(anna)).toEqual({ usable: '99899.500000', frozen: '100.500000' });
    expect(before).toEqual({ usable: '100000.000000', frozen: '0.000000' });
    expect(await anna.call(calls.withdrawals.detail, { id: done.id })).toEqual(done);
    // A client whose answer was lost asks by its own id.
    expect(await anna.call(calls.withdrawals.detail, { requestId })).toEqual(done);
    expect((await anna.call(calls.withdrawals.history, {})).items).toEqual([done]);
    // Freezing moves nothing, but the statement says what is under way.
    const underWay = {
      id: `withdrawal-${done.id}`,
      coin: 'USDT',
      type: 'withdraw',
      amount: '-100.500000',
      fee: '3.000000',
      balance: '100000.000000',
      state: 'approved',
      time: done.time,
      ref: done.id,
    };
    const { coinStatement, statementFile } = calls.assets;
    expect((await anna.call(coinStatement, { type: 'withdraw' })).items).toEqual([underWay]);
    expect((await anna.call(coinStatement, { coin: 'USDT', limit: 1 })).items).toMatchObject([
      underWay,
      { state: 'done' },
    ]);
    for (const other of [{ type: 'transfer' }, { coin: 'BTC' }, { from: done.time + 1 }] as const) {
      const { items } = await anna.call(coinStatement, other);
      expect(items.filter(({ state }) => state !== 'done')).toEqual([]);
    }
    expect((await anna.call(statementFile, {})).csv).toContain(',-100.500000,3.000000,100000.000000,Queued,');
  });

  test('has a mail with the code that says exactly what it allows', async () => {
    await anna.call(calls.withdrawals.sendCode, setup.request(anna, '12.5'));
    await li.call(calls.withdrawals.sendCode, setup.request(li, '12.5'));
    const mails = async (who: MoneyCustomer) => (await who.call(calls.demo.mailbox, { to: who.email }))[0]?.text;
    expect(await mails(anna)).toContain(`Amount: 12.5 USDT\n\nNetwork: Ethereum (ERC20)\n\nAddress: ${wallet}`);
    expect(await mails(li)).toContain(`提现数量：12.5 USDT\n\n网络：以太坊 (ERC20)\n\n地址：${wallet}`);
  });

  test('of a large amount is reviewed; cancelled there, its money is released', async () => {
    const before = await setup.usdt(li);
    const large = await setup.withdraw(li, setup.request(li, '10000'));
    expect(large.state).toBe('review');
    expect(await setup.usdt(li)).toEqual({ usable: '90000.000000', frozen: '10000.000000' });
    const cancelled = await li.call(calls.withdrawals.cancel, { id: large.id });
    expect(cancelled).toMatchObject({ id: large.id, state: 'cancelled' });
    expect(await setup.usdt(li)).toEqual(before);
    const again = await refusal(li.call(calls.withdrawals.cancel, { id: large.id }));
    expect([again.code, again.message]).toEqual([Code.conflict, '该提现申请已不可取消']);
    expect(await setup.usdt(li)).toEqual(before);
  });

  test('cancelled by many concurrent calls is cancelled once', async () => {
    const before = await setup.usdt(li);
    const { id } = await setup.withdraw(li, setup.request(li, '10000'));
    const cancels = Array.from({ length: 20 }, () => li.call(calls.withdrawals.cancel, { id }));
    const results = await Promise.allSettled(cancels);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await setup.usdt(li)).toEqual(before);
  });

  test('that is approved cannot be cancelled by its customer', async () => {
    const { id } = await setup.withdraw(anna, setup.request(anna, '10'));
    expect(await refusal(anna.call(calls.withdrawals.cancel, { id }))).toMatchObject({
      code: Code.conflict,
      message: 'The withdrawal can no longer be cancelled',
    });
  });

  test('is listed by coin and state, page by page', async () => {
    const all = await li.call(calls.withdrawals.history, {});
    const pages: Withdrawal[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: CallOutput<typeof calls.withdrawals.history> = await li.call(calls.withdrawals.history, {
        limit: 1,
        ...(cursor === '' ? {} : { cursor }),
      });
      pages.push(...page.items);
      cursor = page.next;
    }
    expect(pages).toEqual(all.items);
    expect(pages.length).toBe(2);
    expect((await li.call(calls.withdrawals.history, { state: 'cancelled' })).items).toEqual(all.items);
    expect((await li.call(calls.withdrawals.history, { state: 'done' })).items).toEqual([]);
    expect((await li.call(calls.withdrawals.history, { coin: 'BTC' })).items).toEqual([]);
  });
});

test('each state is in the inbox, in the language of its reader', async () => {
  const { id } = await setup.withdraw(li, setup.request(li, '10000'));
  await li.call(calls.withdrawals.cancel, { id });
  const { items } = await li.call(calls.content.list, { kind: 'account', limit: 2 });
  expect(items.map(({ title }) => title).toSorted()).toEqual(['提现审核中', '提现已取消'].toSorted());
  expect(items[0]?.summary).toBe('数量：10,000 USDT · 以太坊 (ERC20)');
  const [cancelled] = items.filter(({ title }) => title === '提现已取消');
  const { html } = await li.call(calls.content.detail, { id: cancelled?.id ?? '' });
  expect(html).toContain(`<p>地址：${wallet}</p><p>资金已退回您的币币账户。</p>`);
  const english = await anna.call(calls.content.list, { kind: 'account' });
  expect(english.items.map(({ title }) => title)).toContain('Your withdrawal was accepted');
});

describe('the same requestId', () => {
  test('with the same body returns the same withdrawal, however often it is sent', async () => {
    const before = await setup.usdt(anna);
    const body = await setup.submission(anna, setup.request(anna, '20'));
    const first = await anna.call(calls.withdrawals.submit, body);
    const again = await Promise.all(Array.from({ length: 50 }, () => anna.call(calls.withdrawals.submit, body)));
    expect(again).toEqual(Array.from({ length: 50 }, () => first));
    // The same amount in another form.
    expect(await anna.call(calls.withdrawals.submit, { ...body, amount: '20.000' })).toEqual(first);
    expect(Number(before.usable) - Number((await setup.usdt(anna)).usable)).toBe(20);
  });

  test('with another body is a conflict', async () => {
    const body = await setup.submission(anna, setup.request(anna, '20'));
    await anna.call(calls.withdrawals.submit, body);
    const refused = await refusal(anna.call(calls.withdrawals.submit, { ...body, amount: '21' }));
    expect([refused.code, refused.message]).toEqual([Code.conflict, 'This id was used for another request']);
  });

  test('of another customer is another request', async () => {
    const body = await setup.submission(anna, setup.request(anna, '20'));
    const mine = await anna.call(calls.withdrawals.submit, body);
    const others = { ...(await setup.submission(li, setup.request(li, '20'))), requestId: body.requestId };
    expect((await li.call(calls.withdrawals.submit, others)).id).not.toBe(mine.id);
  });
});

test('a restart changes nothing that customers see', async () => {
  const see = async () => ({
    history: await anna.call(calls.withdrawals.history, { limit: 100 }),
    usdt: await setup.usdt(anna),
  });
  const before = await see();
  await setup.money.exchange.restart();
  expect(await see()).toEqual(before);
});
