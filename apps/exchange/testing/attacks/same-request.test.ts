import { RefusedError } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestConsole, type TestConsole } from '../test-console.ts';
import { startTestWithdrawals, type Submit, type TestWithdrawals } from '../test-withdrawals.ts';

let fft: TestConsole;
let it: TestWithdrawals;

beforeAll(async () => {
  fft = await startTestConsole({ REVIEW_FROM_USDT: '9000', WITHDRAWAL_DAY_USDT: '95000' });
  it = await startTestWithdrawals(fft.money);
});
afterAll(() => fft.money.exchange.stop());

/** What the same request sent 20 times at once is answered: each different answer once, a refusal by its code. */
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

describe('the same request sent 20 times at once is answered the same 20 times', () => {
  const { trade, transfer, withdrawals, demo } = calls;

  test('a limit order, and one that is refused', async () => {
    const resting = order({});
    expect(await answersOf(() => it.anna.call(trade.create, resting))).toMatchObject([{ state: 'processing' }]);
    const poor = order({ quantity: '50' });
    expect(await answersOf(() => it.anna.call(trade.create, poor))).toEqual(['refused: 2001 Balance low']);
    const small = order({ quantity: '0.00001' });
    expect(await answersOf(() => it.anna.call(trade.create, small))).toHaveLength(1);
  });

  test('an order that trades at once', async () => {
    await it.li.call(demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '0.1' }).catch(() => undefined);
    await it.anna.call(trade.create, order({ price: '40000' }));
    const { accounts } = await it.li.call(calls.assets.overview, {});
    const has = accounts.coin.find(({ coin }) => coin === 'BTC')?.usable ?? '0';
    if (Number(has) === 0) return expect.unreachable('li has coins to sell');
    const sale = order({ side: 'sell', type: 'market', price: undefined });
    expect(await answersOf(() => it.li.call(trade.create, sale))).toMatchObject([{ state: 'filled' }]);
  });

  test('a pair', async () => {
    const ids = { clientOrderId: 'pair-limit', stopClientOrderId: 'pair-stop' };
    const prices = { price: '35000', stopPrice: '42000', stopLimitPrice: '42000' };
    const pair = { symbol: 'BTC/USDT', side: 'buy', quantity: '0.001', ...ids, ...prices } as const;
    const answers = await answersOf(() => it.anna.call(trade.createPair, pair));
    expect(answers).toMatchObject([{ limit: { state: 'processing' }, stop: { waiting: true } }]);
  });

  test('an amendment, which leaves the order its place the next time', async () => {
    const { id } = await it.anna.call(trade.create, order({ price: '34000' }));
    const terms = { id, price: '36500', quantity: '0.002' };
    expect(await answersOf(() => it.anna.call(trade.amend, terms))).toMatchObject([{ id, price: '36500.0' }]);
    const behind = await it.li.call(trade.create, order({ price: '36500' }));
    await it.anna.call(trade.amend, terms);
    await it.li.call(trade.create, order({ side: 'sell', price: '36500', quantity: '0.002' }));
    expect((await it.anna.call(trade.history, { id })).items).toMatchObject([{ state: 'filled' }]);
    await it.li.call(trade.cancel, { id: behind.id });
  });

  test('a transfer, and one that is refused', async () => {
    const move = { requestId: 'move', coin: 'USDT', from: 'coin', to: 'fiat', amount: '5' } as const;
    expect(await answersOf(() => it.anna.call(transfer.submit, move))).toMatchObject([{ id: 'move' }]);
    const poor = { ...move, requestId: 'poor', amount: '900000' };
    expect(await answersOf(() => it.anna.call(transfer.submit, poor))).toEqual(['refused: 2001 Balance low']);
  });

  test('coins of the faucet, and more than a day gives', async () => {
    const someone = await fft.money.customer('taker');
    const take = { requestId: 'take', coin: 'USDT', amount: '60000' };
    expect(await answersOf(() => someone.call(demo.faucet, take))).toMatchObject([{ usable: '60000.000000' }]);
    const more = { ...take, requestId: 'more' };
    const refused = await answersOf(() => someone.call(demo.faucet, more));
    expect(refused).toEqual([expect.stringMatching(/^refused: 2002/)]);
  });

  describe('a withdrawal', () => {
    const held = async () => Number((await it.usdt(it.anna)).frozen);

    test('of some of what there is', async () => {
      const before = await held();
      const submit = await it.submission(it.anna, it.request(it.anna, '10'));
      expect(await answersOf(() => it.anna.call(withdrawals.submit, submit))).toMatchObject([{ amount: '10.000000' }]);
      expect((await held()) - before).toBeCloseTo(10);
    });

    test('by way of two processes', async () => {
      const other = await fft.money.exchange.another();
      const submit = await it.submission(it.anna, it.request(it.anna, '20'));
      const ways = [it.anna, other.as(it.anna)];
      let sent = 0;
      const answers = await answersOf(async () => ways[sent++ % 2]?.call(withdrawals.submit, submit));
      expect(answers).toMatchObject([{ amount: '20.000000' }]);
      await other.stop();
    });

    test('of nearly all of it, by nearly all of the day, with an authenticator app', async () => {
      const { secret } = await setUpApp();
      const { usable } = await it.usdt(it.anna);
      const amount = Math.min(Number(usable), 94_000).toFixed(0);
      const fields = await it.submission(it.anna, it.request(it.anna, amount));
      const submit: Submit = { ...fields, totp: codeOf(secret) };
      const answers = await answersOf(() => it.anna.call(withdrawals.submit, submit));
      expect(answers).toMatchObject([{ amount: `${amount}.000000` }]);
    });

    test('that was never asked for stays refused', async () => {
      const fields = { ...it.request(it.li, '10'), requestId: 'none', code: '000000', payPassword: '294715' };
      const answers = await answersOf(() => it.li.call(withdrawals.submit, fields));
      expect(answers.every((answer) => String(answer).startsWith('refused: '))).toBe(true);
    });
  });

  test('what operators propose and send', async () => {
    const credit = {
      kind: 'received',
      customer: Number(it.li.id),
      account: 'coin',
      coin: 'USDT',
      amount: '5',
      reference: 'once',
      requestId: 'credit',
    } as const;
    // Their sessions have ended meanwhile.
    const [treasurer, editor] = [
      await fft.operator('now.treasury', 'treasury'),
      await fft.operator('now.content', 'content'),
    ];
    const proposed = await answersOf(() => treasurer.call(consoleCalls.treasury.adjust, credit));
    expect(proposed).toEqual([{ approval: expect.any(Number) as number }]);
    const texts = { titleZh: '你好', titleEn: 'Hello', textZh: '你好', textEn: 'Hello' };
    const message = { ...texts, requestId: 'hello', customers: it.li.id };
    const sent = await answersOf(() => editor.call(consoleCalls.content.sendMessage, message));
    expect(sent).toMatchObject([{ count: 1, unknown: [] }]);
  });
});

async function setUpApp(): Promise<{ secret: string }> {
  const { anna, money } = it;
  const begun = await anna.call(calls.user.beginTotp, { password: 'the password of anna' });
  await anna.call(calls.user.confirmTotp, { totp: codeOf(begun.secret) });
  // The code of one step is good once.
  money.clock.time += 60_000;
  return begun;
}

function codeOf(secret: string): string {
  return generateSync({ secret, epoch: Math.floor(it.money.clock.time / 1000) });
}
