import { RefusedError } from '@fft/client';
import { calls, Code, type CallInput, type CallOutput, type Withdrawal } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payPassword, startTestMoney, type MoneyCustomer, type TestMoney } from '../../test/test-money.ts';

type Submit = CallInput<typeof calls.withdrawals.submit>;
type Request = Pick<Submit, 'coin' | 'chain' | 'amount' | 'addressId'>;

const tron = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const otherTron = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let money: TestMoney;
let anna: MoneyCustomer;
let li: MoneyCustomer;
let annas: string;
let lis: string;
let requests = 0;

beforeAll(async () => {
  money = await startTestMoney();
  anna = await money.customer('anna', 'en', { USDT: '100000' });
  li = await money.customer('li', 'zh', { USDT: '100000' });
  annas = await saveAddress(anna, tron);
  lis = await saveAddress(li, tron);
  money.clock.time += dayMs;
});
afterAll(() => money.exchange.stop());

async function saveAddress(who: MoneyCustomer, address: string): Promise<string> {
  const fields = { coin: 'USDT', chain: 'TRX', name: 'mine', address, payPassword };
  return (await who.call(calls.wallet.create, fields)).id;
}

const request = (who: MoneyCustomer, amount: string, addressId = who === anna ? annas : lis): Request => ({
  coin: 'USDT',
  chain: 'TRX',
  amount,
  addressId,
});

async function askCode(who: MoneyCustomer, fields: Request): Promise<string> {
  await who.call(calls.withdrawals.coinsemail, fields);
  return money.codeOf(who);
}

async function submission(who: MoneyCustomer, fields: Request): Promise<Submit> {
  return { ...fields, requestId: `out-${++requests}`, code: await askCode(who, fields), payPassword };
}

async function withdraw(who: MoneyCustomer, fields: Request): Promise<Withdrawal> {
  return who.call(calls.withdrawals.submit, await submission(who, fields));
}

async function usdt(who: MoneyCustomer): Promise<{ usable: string | undefined; frozen: string | undefined }> {
  const { accounts } = await who.call(calls.assets.index, {});
  const line = accounts.coin.find(({ coin }) => coin === 'USDT');
  return { usable: line?.usable, frozen: line?.frozen };
}

const refusal = (call: Promise<unknown>): Promise<RefusedError> =>
  call.then(
    () => expect.unreachable('the call was not refused'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(RefusedError);
      return error as RefusedError;
    },
  );

describe('what can be withdrawn', () => {
  test('every coin with its chains, fees and limits, named in my language', async () => {
    const coins = await anna.call(calls.withdrawals.conis, {});
    expect(coins.map(({ coin }) => coin)).toEqual(['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'LTC', 'USDT']);
    expect(coins.at(-1)).toEqual({
      coin: 'USDT',
      name: 'Tether USD',
      icon: 'usdt',
      usable: '100000.000000',
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
        {
          chain: 'TRX',
          name: 'Tron (TRC20)',
          fee: '1.000000',
          min: '5.000000',
          max: '500000.000000',
          precision: 6,
          memo: false,
        },
      ],
      dayLimit: '100000.000000',
      dayUsed: '0.000000',
    });
    const chinese = await li.call(calls.withdrawals.conis, {});
    expect(chinese.at(-1)).toMatchObject({
      name: '泰达币',
      chains: [{ name: '以太坊 (ERC20)' }, { name: '波场 (TRC20)' }],
    });
  });

  test('one coin over one chain, with the addresses saved for it', async () => {
    const detail = await anna.call(calls.withdrawals.detail, { coin: 'USDT', chain: 'TRX' });
    expect(detail).toMatchObject({
      coin: 'USDT',
      chains: [{ chain: 'TRX' }],
      addresses: [{ id: annas, address: tron }],
    });
    expect(await anna.call(calls.withdrawals.detail, { coin: 'USDT', chain: 'ETH' })).toMatchObject({ addresses: [] });
  });
});

describe('a withdrawal', () => {
  test('freezes the money at once, is approved, and is told about', async () => {
    const before = await usdt(anna);
    const done = await withdraw(anna, request(anna, '100.5'));
    expect(done).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      coin: 'USDT',
      chain: 'TRX',
      address: tron,
      amount: '100.500000',
      fee: '1.000000',
      arrives: '99.500000',
      state: 'approved',
      time: money.clock.time,
      updated: money.clock.time,
    });
    expect(await usdt(anna)).toEqual({ usable: '99899.500000', frozen: '100.500000' });
    expect(before).toEqual({ usable: '100000.000000', frozen: '0.000000' });
    expect(await anna.call(calls.withdrawals.detail, { id: done.id })).toEqual(done);
    expect((await anna.call(calls.withdrawals.history, {})).items).toEqual([done]);
    // Freezing moves nothing.
    expect((await anna.call(calls.assets.coinbill, { type: 'withdraw' })).items).toEqual([]);
  });

  test('the mail with the code says exactly what it allows', async () => {
    await anna.call(calls.withdrawals.coinsemail, request(anna, '12.5'));
    await li.call(calls.withdrawals.coinsemail, request(li, '12.5'));
    const mails = async (who: MoneyCustomer) => (await who.call(calls.demo.mailbox, { to: who.email }))[0]?.text;
    expect(await mails(anna)).toContain(`Amount: 12.5 USDT\n\nNetwork: Tron (TRC20)\n\nAddress: ${tron}`);
    expect(await mails(li)).toContain(`提币数量：12.5 USDT\n\n网络：波场 (TRC20)\n\n地址：${tron}`);
  });

  test('a large one is reviewed; cancelled there, its money comes back', async () => {
    const before = await usdt(li);
    const large = await withdraw(li, request(li, '10000'));
    expect(large.state).toBe('review');
    expect(await usdt(li)).toEqual({ usable: '90000.000000', frozen: '10000.000000' });
    const cancelled = await li.call(calls.withdrawals.cancel, { id: large.id });
    expect(cancelled).toMatchObject({ id: large.id, state: 'cancelled' });
    expect(await usdt(li)).toEqual(before);
    const again = await refusal(li.call(calls.withdrawals.cancel, { id: large.id }));
    expect([again.code, again.message]).toEqual([Code.conflict, '该提币申请已不可撤销']);
    expect(await usdt(li)).toEqual(before);
  });

  test('cancelled by many at once, it is cancelled once', async () => {
    const before = await usdt(li);
    const { id } = await withdraw(li, request(li, '10000'));
    const cancels = Array.from({ length: 20 }, () => li.call(calls.withdrawals.cancel, { id }));
    const results = await Promise.allSettled(cancels);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await usdt(li)).toEqual(before);
  });

  test('an approved one is no longer the customer’s to cancel', async () => {
    const { id } = await withdraw(anna, request(anna, '10'));
    expect(await refusal(anna.call(calls.withdrawals.cancel, { id }))).toMatchObject({
      code: Code.conflict,
      message: 'The withdrawal can no longer be cancelled',
    });
  });

  test('history by coin and state, page by page', async () => {
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

describe('the same requestId', () => {
  test('with the same body answers the same withdrawal as it stands, however often it is sent', async () => {
    const before = await usdt(anna);
    const body = await submission(anna, request(anna, '20'));
    const first = await anna.call(calls.withdrawals.submit, body);
    const again = await Promise.all(Array.from({ length: 50 }, () => anna.call(calls.withdrawals.submit, body)));
    expect(again).toEqual(Array.from({ length: 50 }, () => first));
    // Written another way, it is the same amount.
    expect(await anna.call(calls.withdrawals.submit, { ...body, amount: '20.000' })).toEqual(first);
    expect(Number(before.usable) - Number((await usdt(anna)).usable)).toBe(20);
  });

  test('with another body is a conflict', async () => {
    const body = await submission(anna, request(anna, '20'));
    await anna.call(calls.withdrawals.submit, body);
    const refused = await refusal(anna.call(calls.withdrawals.submit, { ...body, amount: '21' }));
    expect([refused.code, refused.message]).toEqual([Code.conflict, 'This id was used for another request']);
  });

  test('of another customer is another request', async () => {
    const body = await submission(anna, request(anna, '20'));
    const mine = await anna.call(calls.withdrawals.submit, body);
    const others = { ...(await submission(li, request(li, '20'))), requestId: body.requestId };
    expect((await li.call(calls.withdrawals.submit, others)).id).not.toBe(mine.id);
  });
});

describe('attacks', () => {
  test('many at once with one code: exactly one', async () => {
    const before = await usdt(anna);
    const body = await submission(anna, request(anna, '30'));
    const sent = Array.from({ length: 200 }, (_, index) =>
      anna.call(calls.withdrawals.submit, { ...body, requestId: `flood-${index}` }),
    );
    const results = await Promise.allSettled(sent);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(Number(before.usable) - Number((await usdt(anna)).usable)).toBe(30);
  });

  test('a code that was sent for another address, amount, coin or customer', async () => {
    const second = await saveAddress(anna, otherTron);
    money.clock.time += dayMs;
    const code = await askCode(anna, request(anna, '40'));
    const before = await usdt(anna);
    const tries: Request[] = [request(anna, '40', second), request(anna, '40.000001')];
    for (const fields of tries) {
      const refused = await refusal(
        anna.call(calls.withdrawals.submit, { ...fields, requestId: `x-${++requests}`, code, payPassword }),
      );
      expect([refused.code, refused.message]).toEqual([
        Code.wrongCode,
        'The verification code is wrong or has expired',
      ]);
    }
    await askCode(li, request(li, '40'));
    const byLi = { ...request(li, '40'), requestId: `x-${++requests}`, code, payPassword };
    expect(await refusal(li.call(calls.withdrawals.submit, byLi))).toMatchObject({ message: '验证码错误或已失效' });
    expect(await usdt(anna)).toEqual(before);
    // The right one still works, as none of the tries used it up.
    await anna.call(calls.withdrawals.submit, {
      ...request(anna, '40'),
      requestId: `x-${++requests}`,
      code,
      payPassword,
    });
  });

  test('a code that was used, and one that is too old', async () => {
    const body = await submission(anna, request(anna, '10'));
    await anna.call(calls.withdrawals.submit, body);
    const replayed = { ...body, requestId: `x-${++requests}` };
    expect(await refusal(anna.call(calls.withdrawals.submit, replayed))).toMatchObject({ code: Code.wrongCode });
    const late = await submission(anna, request(anna, '10'));
    money.clock.time += 11 * 60_000;
    expect(await refusal(anna.call(calls.withdrawals.submit, late))).toMatchObject({ code: Code.wrongCode });
  });

  test('a wrong transaction password spends neither the code nor the money', async () => {
    const body = await submission(anna, request(anna, '10'));
    const before = await usdt(anna);
    const wrong = await refusal(anna.call(calls.withdrawals.submit, { ...body, payPassword: '000001' }));
    expect([wrong.code, wrong.data]).toEqual([Code.wrongPayPassword, { left: 4 }]);
    expect(await usdt(anna)).toEqual(before);
    await anna.call(calls.withdrawals.submit, body);
  });

  test('a new address one second before it may be used, and then', async () => {
    const ben = await money.customer('ben', 'en', { USDT: '50' });
    const addressId = await saveAddress(ben, tron);
    money.clock.time += dayMs - 1000;
    const fields = request(ben, '10', addressId);
    const early = await refusal(ben.call(calls.withdrawals.coinsemail, fields));
    expect([early.code, early.message]).toEqual([Code.withdrawalLimit, 'This address is new: it can be used in 1 h']);
    expect(early.data).toEqual({ until: money.clock.time + 1000 });
    const submit = { ...fields, requestId: 'early', code: '000000', payPassword };
    expect(await refusal(ben.call(calls.withdrawals.submit, submit))).toMatchObject({ code: Code.withdrawalLimit });
    money.clock.time += 1000;
    expect((await withdraw(ben, fields)).state).toBe('approved');
  });

  test("another customer's address and withdrawal are answered like missing ones", async () => {
    const [other] = (await li.call(calls.withdrawals.history, {})).items;
    const pairs: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => anna.call(calls.withdrawals.coinsemail, request(anna, '10', lis)),
        () => anna.call(calls.withdrawals.coinsemail, request(anna, '10', '999999')),
      ],
      [
        () => anna.call(calls.withdrawals.detail, { id: other?.id ?? '' }),
        () => anna.call(calls.withdrawals.detail, { id: '999999' }),
      ],
      [
        () => anna.call(calls.withdrawals.cancel, { id: other?.id ?? '' }),
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
    const cleo = await money.customer('cleo', 'zh', { USDT: '50' });
    const addressId = await saveAddress(cleo, tron);
    money.clock.time += dayMs;
    await cleo.call(calls.user.passemail, { type: 'pay' });
    const password = { password: '380264', passwordConfirm: '380264' };
    await cleo.call(calls.user.setpass, { type: 'pay', code: await money.codeOf(cleo), ...password });
    const held = await refusal(cleo.call(calls.withdrawals.coinsemail, request(cleo, '10', addressId)));
    expect([held.code, held.message]).toEqual([Code.withdrawalLimit, '因安全设置变更，24 小时内不可提币']);
    expect(held.data).toEqual({ until: money.clock.time + dayMs });
  });

  test('who has no verified identity', async () => {
    const dora = await money.exchange.register('dora');
    for (const call of [calls.withdrawals.coinsemail, calls.withdrawals.submit]) {
      const body = { ...request(anna, '10', '1'), requestId: 'x', code: '000000', payPassword };
      expect(await refusal(dora.call(call, body))).toMatchObject({ code: Code.identityNotVerified });
    }
  });

  test('who has no e-mail address bound', async () => {
    const erik = await money.customer('erik');
    const { db } = money.exchange.database;
    await db.updateTable('customers').set({ email: null }).where('id', '=', Number(erik.id)).execute();
    const refused = await refusal(erik.call(calls.withdrawals.coinsemail, request(erik, '10', '1')));
    expect(refused.code).toBe(Code.emailNotBound);
  });

  test('more than the limit of 24 hours, counted until they have passed', async () => {
    const finn = await money.customer('finn', 'en', { USDT: '100000' });
    const addressId = await saveAddress(finn, tron);
    money.clock.time += dayMs;
    await finn.call(calls.demo.faucet, { requestId: 'more', coin: 'USDT', amount: '100000' });
    await withdraw(finn, request(finn, '99000', addressId));
    const over = await refusal(finn.call(calls.withdrawals.coinsemail, request(finn, '1000.000001', addressId)));
    expect([over.code, over.data]).toEqual([Code.withdrawalLimit, { left: '1000.000000', field: 'amount' }]);
    expect(over.message).toBe('Over the limit of 24 hours: 1000.000000 USDT worth is left');
    const [coin] = await finn.call(calls.withdrawals.conis, {});
    expect(coin).toMatchObject({ dayLimit: '100000.000000', dayUsed: '99000.000000' });
    await withdraw(finn, request(finn, '1000', addressId));
    money.clock.time += dayMs;
    expect((await withdraw(finn, request(finn, '2000', addressId))).state).toBe('approved');
  });

  test('a second factor that is set is asked for', async () => {
    const gina = await money.customer('gina', 'en', { USDT: '50' });
    const addressId = await saveAddress(gina, tron);
    money.clock.time += dayMs;
    await gina.call(calls.user.totp, { password: 'the password of gina' });
    const { db } = money.exchange.database;
    await db
      .updateTable('totps')
      .set({ confirmed: money.clock.time })
      .where('customer', '=', Number(gina.id))
      .execute();
    const body = await submission(gina, request(gina, '10', addressId));
    expect(await refusal(gina.call(calls.withdrawals.submit, body))).toMatchObject({ code: Code.secondFactor });
    const wrong = await refusal(gina.call(calls.withdrawals.submit, { ...body, totp: '000000' }));
    expect(wrong.code).toBe(Code.secondFactor);
    expect((await usdt(gina)).frozen).toBe('0.000000');
  });

  test('no session', async () => {
    const { anybody } = money.exchange;
    const body = { ...request(anna, '10'), requestId: 'x', code: '000000', payPassword };
    const sent = [
      anybody.call(calls.withdrawals.conis, {}),
      anybody.call(calls.withdrawals.detail, { id: '1' }),
      anybody.call(calls.withdrawals.coinsemail, request(anna, '10')),
      anybody.call(calls.withdrawals.submit, body),
      anybody.call(calls.withdrawals.cancel, { id: '1' }),
      anybody.call(calls.withdrawals.history, {}),
    ];
    for (const one of sent) expect(await refusal(one)).toMatchObject({ code: Code.sessionInvalid });
  });
});

describe('what is refused of a request', () => {
  const rows: [name: string, fields: Partial<Request>, code: number, en: string, zh: string][] = [
    [
      'below the least',
      { amount: '4.999999' },
      Code.amountOutOfRange,
      'Amount is not enough: at least 5.000000',
      '数量不足，最少 5.000000',
    ],
    [
      'above the most',
      { amount: '500000.000001' },
      Code.amountOutOfRange,
      'The amount is over the maximum of 500000.000000',
      '数量超过单笔上限 500000.000000',
    ],
    [
      'far too much',
      { amount: '99999999999999999999' },
      Code.amountOutOfRange,
      'The amount is over the maximum of 500000.000000',
      '数量超过单笔上限 500000.000000',
    ],
    [
      'too fine',
      { amount: '10.0000001' },
      Code.offStep,
      'The amount must be a multiple of 0.000001',
      '金额须为 0.000001 的整数倍',
    ],
    ['nothing', { amount: '0' }, Code.badRequest, 'Please enter a plain decimal number', '请输入正确的数字'],
    ['a sign', { amount: '-5' }, Code.badRequest, 'Please enter a plain decimal number', '请输入正确的数字'],
    [
      'another chain than the address',
      { chain: 'ETH', amount: '10' },
      Code.badRequest,
      'This is not one of the choices',
      '选项无效',
    ],
    [
      'a chain that is none',
      { chain: 'ABC' },
      Code.notFound,
      'This coin does not go over this network',
      '该币种不支持此网络',
    ],
    ['fiat', { coin: 'CNY' }, Code.notFound, 'This coin does not go over this network', '该币种不支持此网络'],
    ['an address that is none', { addressId: 'abc' }, Code.notFound, 'No such address', '地址不存在'],
    ['no address', { addressId: '' }, Code.badRequest, 'Fields cannot be blank', '字段不能为空'],
  ];
  test.each(rows)('%s', async (_name, fields, code, en, zh) => {
    for (const [who, message] of [
      [anna, en],
      [li, zh],
    ] as const) {
      const full = { ...request(who, '10'), ...fields };
      const before = await usdt(who);
      expect(await refusal(who.call(calls.withdrawals.coinsemail, full))).toMatchObject({ code, message });
      const submit = { ...full, requestId: `x-${++requests}`, code: '000000', payPassword };
      expect(await refusal(who.call(calls.withdrawals.submit, submit))).toMatchObject({ code, message });
      expect(await usdt(who)).toEqual(before);
    }
  });

  test('more than there is', async () => {
    const hana = await money.customer('hana', 'en', { USDT: '50' });
    const addressId = await saveAddress(hana, tron);
    money.clock.time += dayMs;
    const refused = await refusal(hana.call(calls.withdrawals.coinsemail, request(hana, '50.000001', addressId)));
    expect([refused.code, refused.message]).toEqual([Code.insufficientBalance, 'Balance low']);
  });

  test('malformed codes, ids and queries', async () => {
    const body = { ...request(anna, '10'), requestId: 'x', code: '000000', payPassword };
    for (const fields of [{ code: '12' }, { payPassword: 'abcdef' }, { requestId: 'a b' }, { totp: 'x' }]) {
      const refused = await refusal(anna.call(calls.withdrawals.submit, { ...body, ...fields }));
      expect([refused.code, Object.keys(refused.fields)]).toEqual([Code.badRequest, Object.keys(fields)]);
    }
    expect(await refusal(anna.call(calls.withdrawals.detail, {}))).toMatchObject({ code: Code.badRequest });
    expect(await refusal(anna.call(calls.withdrawals.detail, { coin: 'USDT' }))).toMatchObject({
      code: Code.badRequest,
    });
    expect(await refusal(anna.call(calls.withdrawals.detail, { coin: 'CNY', chain: 'ETH' }))).toMatchObject({
      code: Code.notFound,
    });
    expect(await refusal(anna.call(calls.withdrawals.history, { cursor: '?' }))).toMatchObject({
      code: Code.badRequest,
    });
  });
});

test('a stop and a start change nothing that customers see', async () => {
  const see = async () => ({
    history: await anna.call(calls.withdrawals.history, { limit: 100 }),
    usdt: await usdt(anna),
  });
  const before = await see();
  await money.exchange.restart();
  expect(await see()).toEqual(before);
});
