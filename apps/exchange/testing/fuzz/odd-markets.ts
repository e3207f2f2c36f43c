import { type Client, createClient } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import type { Random } from '../faults/random.ts';

/** Ticks and lots that are no powers of ten: a count of ticks may have no printable price. */
export const oddMarkets = [
  { symbol: 'LTC/USD', tick: '0.5', lot: '0.25', maxQuantity: '1000000' },
  { symbol: 'SOL/USD', tick: '0.05', lot: '0.3', maxQuantity: '900000' },
  { symbol: 'POL/USD', tick: '10', lot: '7', maxQuantity: '7000000' },
] as const;

interface OddOrder {
  readonly symbol: string;
  readonly price: string;
  readonly quantity: string;
}

interface FittingNumbers {
  readonly prices: readonly [string, ...string[]];
  readonly quantities: readonly [string, ...string[]];
}

/** Numbers that fit the market's tick and lot. The prices are close to each other, so that orders meet. */
const fitting: Readonly<Record<(typeof oddMarkets)[number]['symbol'], FittingNumbers>> = {
  'LTC/USD': { prices: ['90', '90.5', '91'], quantities: ['0.25', '0.5', '1.75'] },
  'SOL/USD': { prices: ['110', '110.05', '110.15'], quantities: ['0.3', '0.6', '1.5'] },
  'POL/USD': { prices: ['100', '100', '110'], quantities: ['7', '7', '14'] },
};

/** An order in one of these markets that fits its tick and lot. */
export function drawOddOrder(random: Random): OddOrder {
  const { symbol } = random.pick<(typeof oddMarkets)[number]>(oddMarkets);
  const { prices, quantities } = fitting[symbol];
  return { symbol, price: random.pick(prices), quantity: random.pick(quantities) };
}

/** Opens the markets as the demo's two market operators. */
export async function openOddMarkets(consoleUrl: string): Promise<void> {
  const operator = await enter(consoleUrl, 'demo.market');
  for (const market of oddMarkets)
    await operator.call(consoleCalls.markets.openMarket, { ...market, minAmount: '0', maxAmount: '1000000000' });
  const second = await enter(consoleUrl, 'demo.market2');
  const { items } = await second.call(consoleCalls.operators.approvals, { open: true });
  for (const { id } of items) await second.call(consoleCalls.operators.decide, { id, agree: true });
}

async function enter(consoleUrl: string, name: string): Promise<Client> {
  const page = await (await fetch(`${consoleUrl}/demo/operators`)).text();
  const shown = (id: string): string => new RegExp(`id="${id}">(\\w+)<`).exec(page)?.[1] ?? '';
  const login = { name, password: shown('password'), code: shown('code') };
  const { token } = await createClient({ baseUrl: consoleUrl, token: () => '' }).call(
    consoleCalls.session.login,
    login,
  );
  return createClient({ baseUrl: consoleUrl, token: () => token });
}
