import { createClient } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';

/** Ticks and lots that are no powers of ten: a count of ticks may have no price that can be printed. */
export const oddMarkets = [
  { symbol: 'LTC/USD', tick: '0.5', lot: '0.25', maxQuantity: '1000000' },
  { symbol: 'SOL/USD', tick: '0.05', lot: '0.3', maxQuantity: '900000' },
  { symbol: 'XRP/USD', tick: '10', lot: '7', maxQuantity: '7000000' },
] as const;

/** Opens them by the demo's operator of markets. */
export async function openOddMarkets(consoleUrl: string): Promise<void> {
  const page = await (await fetch(`${consoleUrl}/demo/operators`)).text();
  const shown = (id: string): string => new RegExp(`id="${id}">(\\w+)<`).exec(page)?.[1] ?? '';
  const login = { name: 'demo.market', password: shown('password'), code: shown('code') };
  const { token } = await createClient({ baseUrl: consoleUrl, token: () => '' }).call(
    consoleCalls.session.login,
    login,
  );
  const operator = createClient({ baseUrl: consoleUrl, token: () => token });
  for (const market of oddMarkets)
    await operator.call(consoleCalls.markets.openMarket, { ...market, minAmount: '0', maxAmount: '1000000000' });
}
