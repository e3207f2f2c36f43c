import type { Client } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import type { Attack, World } from '../attack.ts';
import { newestCode, payPassword, withdrawer } from '../customers.ts';
import { demoOperator } from '../operators.ts';
import { codeOf, countsOf, faultsIn } from '../world.ts';

const ethereum = { coin: 'ETH', chain: 'ETH', address: '0x52908400098527886E0F7030069857D2E4169EE7' } as const;

/** A coin's rate, set by a single operator, once switched off review, the daily limit and the four-eyes rule. */
export const operatorRate: Attack = {
  name: "one operator's rate before a withdrawal",
  run: async (world) => {
    const who = await withdrawer(world, { ETH: '28' }, ethereum);
    const operator = await demoOperator(world, 'demo.market');
    const rates = [
      ['ETH', '1000000000'],
      ['USDT', '0.000000000001'],
      ['CNY', '7000000'],
      ['USD', '1000000000'],
      ['XAU', '1'],
    ] as const;
    const codes: number[] = [];
    const broke: string[] = [];
    for (const [unit, perUsdt] of rates) {
      const set = operator.call(consoleCalls.markets.setRate, { unit, perUsdt });
      const state = await set.then(
        (answer) => answer.state,
        () => null,
      );
      if (state === 'set') broke.push(`one operator set ${unit} to ${perUsdt}`);
      codes.push(await codeOf(set));
    }
    const state = await withdrawnAs(world, who, '27.9');
    if (state !== 'review') broke.push(`28 ETH left in state ${state}`);
    return {
      tried: `${codes.length} rates, then 28 ETH`,
      refused: `${countsOf(codes)}; in review`,
      broke: [...broke, ...faultsIn(codes)],
    };
  },
};

/** A self-trade between two accounts, so cheap that the coin looks almost worthless. */
export const thinTrade: Attack = {
  name: 'a cheap self-trade before a withdrawal',
  run: async (world) => {
    const who = await withdrawer(world, { ETH: '10' }, ethereum);
    const other = await withdrawer(world, { USDT: '1000' });
    const market = { symbol: 'ETH/USDT', type: 'limit', price: '3', quantity: '2' } as const;
    const place = (client: Client, side: 'buy' | 'sell') =>
      client.call(calls.trade.create, { ...market, side, clientOrderId: world.name('thin') });
    await place(who.client, 'sell');
    const { state: traded } = await place(other.client, 'buy');
    if (traded !== 'filled') throw new Error(`the cheap trade is in state ${traded}, not filled`);
    const state = await withdrawnAs(world, who, '7');
    const broke = state === 'review' ? [] : [`7 ETH left in state ${state}`];
    return { tried: '2 ETH at 3 USDT, then 7 ETH', refused: 'in review', broke };
  },
};

/** Returns the initial state of a withdrawal of ETH. */
async function withdrawnAs(world: World, who: Awaited<ReturnType<typeof withdrawer>>, amount: string): Promise<string> {
  const { client, email, addressId } = who;
  const fields = { coin: 'ETH', chain: 'ETH', amount, addressId };
  const limits = await codeOf(client.call(calls.withdrawals.sendCode, fields));
  // A withdrawal above the daily limit is refused before any review.
  if (limits === Code.withdrawalLimit) return 'review';
  const code = await newestCode(client, email);
  const sent = await client.call(calls.withdrawals.submit, {
    ...fields,
    requestId: world.name('out'),
    code,
    payPassword,
  });
  return sent.state;
}
