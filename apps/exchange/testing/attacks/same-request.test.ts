import { RefusedError } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestConsole, type TestConsole } from '../test-console.ts';
import { startTestWithdrawals, type Submit, type TestWithdrawals } from '../test-withdrawals.ts';

let fft: TestConsole;
let setup: TestWithdrawals;

beforeAll(async () => {
  fft = await startTestConsole({ REVIEW_FROM_USDT: '9000', WITHDRAWAL_DAY_USDT: '95000' });
  setup = await startTestWithdrawals(fft.money);
});
afterAll(() => fft.money.exchange.stop());

/** Sends the same request 20 times concurrently. Returns each distinct answer once; a refusal by its code. */
async function answersOf(send: () => Promise<unknown>): Promise<unknown[]> {
  const sent = await Promise.allSettled(Array.from({ length: 20 }, send));
  const answers = sent.map((each) => {
    if (each.status === 'fulfilled') return JSON.stringify(each.value);
    const error: unknown = each.reason;
    return error instanceof RefusedError ? `refused: ${error.code} ${error.message}` : `failed: ${String(error)}`;
  });
  return [...new Set(answers)].map((answer) => (answer.startsWith('{') ? (JSON.parse(answer) as unknown) : answer));
}

let orders = 0;
const order = (fields: object) =>
  ({
    clientOrderId: `same-${++orders}`,
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    price: '30000',
    quantity: '0.001',
    ...fields,
  }) as const;

describe('20 concurrent copies of a request get the same answer', () => {
  const { trade, transfer, withdrawals, demo } = calls;

  test('a limit order, and a refused one', async () => {
    const resting = order({});
    expect(await answersOf(() => setup.anna.call(trade.create, resting))).toMatchObject([{ state: 'processing' }]);
    const poor = order({ quantity: '50' });
    expect(await answersOf(() => setup.anna.call(trade.create, poor))).toEqual(['refused: 2001 Balance low']);
    const small = order({ quantity: '0.00001' });
    expect(await answersOf(() => setup.anna.call(trade.create, small))).toHaveLength(1);
  });

  test('an order that trades immediately', async () => {
    await setup.li.call(demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '0.1' }).catch(() => undefined);
    await setup.anna.call(trade.create, order({ price: '40000' }));
    const { accounts } = await setup.li.call(calls.assets.overview, {});
    const has = accounts.coin.find(({ coin }) => coin === 'BTC')?.usable ?? '0';
    if (Number(has) === 0) return expect.unreachable('li has coins to sell');
    const sale = order({ side: 'sell', type: 'market', price: undefined });
    expect(await answersOf(() => setup.li.call(trade.create, sale))).toMatchObject([{ state: 'filled' }]);
  });

  test('a pair', async () => {
    const ids = { clientOrderId: 'pair-limit', stopClientOrderId: 'pair-stop' };
    const prices = { price: '35000', stopPrice: '42000', stopLimitPrice: '42000' };
    const pair = { symbol: 'BTC/USDT', side: 'buy', quantity: '0.001', ...ids, ...prices } as const;
    const answers = await answersOf(() => setup.anna.call(trade.createPair, pair));
    expect(answers).toMatchObject([{ limit: { state: 'processing' }, stop: { waiting: true } }]);
  });

  test('an amendment, whose repetition keeps the order’s place', async () => {
    const { id } = await setup.anna.call(trade.create, order({ price: '34000' }));
    const terms = { id, price: '36500', quantity: '0.002' };
    expect(await answersOf(() => setup.anna.call(trade.amend, terms))).toMatchObject([{ id, price: '36500.0' }]);
    const behind = await setup.li.call(trade.create, order({ price: '36500' }));
    await setup.anna.call(trade.amend, terms);
    await setup.li.call(trade.create, order({ side: 'sell', price: '36500', quantity: '0.002' }));
    expect((await setup.anna.call(trade.history, { id })).items).toMatchObject([{ state: 'filled' }]);
    await setup.li.call(trade.cancel, { id: behind.id });
  });

  test('a transfer, and a refused one', async () => {
    const move = { requestId: 'move', coin: 'USDT', from: 'coin', to: 'fiat', amount: '5' } as const;
    expect(await answersOf(() => setup.anna.call(transfer.submit, move))).toMatchObject([{ id: 'move' }]);
    const poor = { ...move, requestId: 'poor', amount: '900000' };
    expect(await answersOf(() => setup.anna.call(transfer.submit, poor))).toEqual(['refused: 2001 Balance low']);
  });

  test('coins from the faucet, and more than its daily limit', async () => {
    const someone = await fft.money.customer('taker');
    const take = { requestId: 'take', coin: 'USDT', amount: '60000' };
    expect(await answersOf(() => someone.call(demo.faucet, take))).toMatchObject([{ usable: '60000.000000' }]);
    const more = { ...take, requestId: 'more' };
    const refused = await answersOf(() => someone.call(demo.faucet, more));
    expect(refused).toEqual([expect.stringMatching(/^refused: 2002/)]);
  });

  describe('a withdrawal', () => {
    const held = async () => Number((await setup.usdt(setup.anna)).frozen);

    test('of a part of the balance', async () => {
      const before = await held();
      const submit = await setup.submission(setup.anna, setup.request(setup.anna, '10'));
      expect(await answersOf(() => setup.anna.call(withdrawals.submit, submit))).toMatchObject([
        { amount: '10.000000' },
      ]);
      expect((await held()) - before).toBeCloseTo(10);
    });

    test('through two processes', async () => {
      const other = await fft.money.exchange.another();
      const submit = await setup.submission(setup.anna, setup.request(setup.anna, '20'));
      const ways = [setup.anna, other.as(setup.anna)];
      let sent = 0;
      const answers = await answersOf(async () => ways[sent++ % 2]?.call(withdrawals.submit, submit));
      expect(answers).toMatchObject([{ amount: '20.000000' }]);
      await other.stop();
    });

    test('of nearly the whole balance and daily limit, with an authenticator app', async () => {
      const { secret } = await setUpApp();
      const { usable } = await setup.usdt(setup.anna);
      const amount = Math.min(Number(usable), 94_000).toFixed(0);
      const fields = await setup.submission(setup.anna, setup.request(setup.anna, amount));
      const submit: Submit = { ...fields, totp: codeOf(secret) };
      const answers = await answersOf(() => setup.anna.call(withdrawals.submit, submit));
      expect(answers).toMatchObject([{ amount: `${amount}.000000` }]);
    });

    test('without a requested code is refused every time', async () => {
      const fields = { ...setup.request(setup.li, '10'), requestId: 'none', code: '000000', payPassword: '294715' };
      const answers = await answersOf(() => setup.li.call(withdrawals.submit, fields));
      expect(answers.every((answer) => String(answer).startsWith('refused: '))).toBe(true);
    });
  });

  test('proposals and messages of operators', async () => {
    const credit = {
      kind: 'received',
      customer: Number(setup.li.id),
      account: 'coin',
      coin: 'USDT',
      amount: '5',
      reference: 'once',
      requestId: 'credit',
    } as const;
    // The earlier sessions have expired.
    const [treasurer, editor] = [
      await fft.operator('now.treasury', 'treasury'),
      await fft.operator('now.content', 'content'),
    ];
    const proposed = await answersOf(() => treasurer.call(consoleCalls.treasury.adjust, credit));
    expect(proposed).toEqual([{ approval: expect.any(Number) as number }]);
    const texts = { titleZh: '你好', titleEn: 'Hello', textZh: '你好', textEn: 'Hello' };
    const message = { ...texts, requestId: 'hello', customers: setup.li.id };
    const sent = await answersOf(() => editor.call(consoleCalls.content.sendMessage, message));
    expect(sent).toMatchObject([{ count: 1, unknown: [] }]);
  });
});

async function setUpApp(): Promise<{ secret: string }> {
  const { anna, money } = setup;
  const begun = await anna.call(calls.user.beginTotp, { password: 'the password of anna' });
  await anna.call(calls.user.confirmTotp, { totp: codeOf(begun.secret) });
  // The code of a time step works once.
  money.clock.time += 60_000;
  return begun;
}

function codeOf(secret: string): string {
  return generateSync({ secret, epoch: Math.floor(setup.money.clock.time / 1000) });
}
