import { calls, Code } from '@fft/contract';
import { generateSync } from 'otplib';
import type { Attack, World } from '../attack.ts';
import { askAgain, newestCode, payPassword, puppet, withdrawer } from '../customers.ts';
import { codeOf, countsOf, faultsIn } from '../world.ts';

const times = 20;
const atOnce = (work: (index: number) => Promise<unknown>): Promise<number[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => codeOf(work(index))));
const accepted = (codes: readonly number[]): number => codes.filter((code) => code === Code.ok).length;

/** A withdrawal, transfers and orders, each of nearly the whole balance and sent concurrently: one of them gets the money. */
export const parallelWithdrawals: Attack = {
  name: 'one balance withdrawn, moved and traded concurrently',
  run: async (world) => {
    const { client, email, addressId } = await withdrawer(world, { USDT: '1000' });
    const fields = { coin: 'USDT', chain: 'ETH', amount: '900', addressId };
    const { flow } = await client.call(calls.withdrawals.sendCode, fields);
    const proof = { flow, code: await newestCode(client, email), payPassword };
    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '80000', quantity: '0.01125' } as const;
    const move = { coin: 'USDT', from: 'coin', to: 'fiat', amount: '900' } as const;
    const ways = [
      () => client.call(calls.transfer.submit, { ...move, requestId: world.name('move') }),
      () => client.call(calls.withdrawals.submit, { ...fields, ...proof, requestId: world.name('out') }),
      () => client.call(calls.trade.create, { ...order, clientOrderId: world.name('buy') }),
    ];
    const codes = await atOnce(async (index) => ways[index % ways.length]?.());
    const broke = accepted(codes) === 1 ? [] : [`${accepted(codes)} of them were accepted`];
    return { tried: `${times} × 900 USDT of 1,000`, refused: countsOf(codes), broke: [...broke, ...faultsIn(codes)] };
  },
};

/** A code allows one withdrawal, however many concurrent requests carry it. */
export const mailCodeReuse: Attack = {
  name: 'one mail code for many withdrawals',
  run: async (world) => {
    const { client, email, addressId } = await withdrawer(world, { USDT: '1000' });
    const fields = { coin: 'USDT', chain: 'ETH', amount: '30', addressId };
    const { flow } = await client.call(calls.withdrawals.sendCode, fields);
    const code = await newestCode(client, email);
    const codes = await atOnce((index) =>
      client.call(calls.withdrawals.submit, {
        ...fields,
        flow,
        code,
        payPassword,
        requestId: world.name(`out${index}`),
      }),
    );
    const broke = accepted(codes) === 1 ? [] : [`${accepted(codes)} withdrawals used one code`];
    return { tried: `${times} withdrawals`, refused: countsOf(codes), broke: [...broke, ...faultsIn(codes)] };
  },
};

/** A code of the authenticator app opens one session. */
export const appCodeReuse: Attack = {
  name: "one authenticator's code for many log-ins",
  run: async (world) => {
    const { client, email, password } = await puppet(world);
    const { secret } = await client.call(calls.user.beginTotp, { password });
    await client.call(calls.user.confirmTotp, { totp: codeAt(secret, 0) });
    // The code of the next half-minute is accepted early, for clocks that run a little fast.
    const totp = codeAt(secret, 30);
    const codes = await atOnce(() => world.client().call(calls.auth.login, { email, password, totp }));
    const broke = accepted(codes) <= 1 ? [] : [`one code opened ${accepted(codes)} sessions`];
    return { tried: `${times} log-ins`, refused: countsOf(codes), broke: [...broke, ...faultsIn(codes)] };
  },
};

function codeAt(secret: string, inSeconds: number): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + inSeconds });
}

/** A repeated request gets the first answer and is executed once. */
export const sameRequest: Attack = {
  name: '20 concurrent copies of one request',
  run: async (world) => {
    const { client } = await puppet(world, { USDT: '1000' });
    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '80000', quantity: '0.001' } as const;
    const clientOrderId = world.name('same');
    const move = { requestId: world.name('move'), coin: 'USDT', from: 'coin', to: 'fiat', amount: '5' } as const;
    const answers = new Set<string>();
    const note = async (call: Promise<object>): Promise<void> => void answers.add(JSON.stringify(await call));
    const codes = [
      ...(await atOnce(() => note(client.call(calls.trade.create, { ...order, clientOrderId })))),
      ...(await atOnce(() => note(client.call(calls.transfer.submit, move)))),
    ];
    const { accounts } = await client.call(calls.assets.overview, {});
    const coins = accounts.coin.find(({ coin }) => coin === 'USDT');
    const broke = [
      ...(answers.size === 2 ? [] : [`two requests got ${answers.size} different answers: ${countsOf(codes)}`]),
      ...(Number(coins?.usable) === 915 && Number(coins?.frozen) === 80 ? [] : [`${coins?.usable} USDT are usable`]),
    ];
    await client.call(calls.trade.cancelAll, { symbol: 'all' });
    return { tried: `one order and one transfer, ${times} times each`, refused: 'every duplicate', broke };
  },
};

/** Ten withdrawals, each one cent below the review threshold. */
export const belowReview: Attack = {
  name: 'ten withdrawals just below the review threshold',
  run: async (world) => {
    const { client, email, addressId } = await withdrawer(world, { USDT: '100000' });
    const states: string[] = [];
    for (let index = 0; index < 10; index += 1) {
      const fields = { coin: 'USDT', chain: 'ETH', amount: '9990', addressId };
      await askAgain(world);
      states.push(await withdrawn(world, { client, email, fields }));
    }
    const unseen = states.filter((state) => state !== 'review' && state !== 'refused').length;
    const broke = unseen <= 1 ? [] : [`${unseen} × 9,990 USDT left without a review`];
    const inReview = states.filter((state) => state === 'review').length;
    return { tried: '10 × 9,990 USDT', refused: `${inReview} in review, ${10 - inReview - unseen} refused`, broke };
  },
};

interface Asked extends Pick<Awaited<ReturnType<typeof withdrawer>>, 'client' | 'email'> {
  readonly fields: { coin: string; chain: string; amount: string; addressId: string };
}

async function withdrawn(world: World, { client, email, fields }: Asked): Promise<string> {
  const sent = async (): Promise<string> => {
    const { flow } = await client.call(calls.withdrawals.sendCode, fields);
    const code = await newestCode(client, email);
    const proof = { flow, code, payPassword, requestId: world.name('out') };
    return (await client.call(calls.withdrawals.submit, { ...fields, ...proof })).state;
  };
  return sent().catch(() => 'refused');
}
