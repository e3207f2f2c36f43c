import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@fft/client';
import { calls, type Lang } from '@fft/contract';
import { registerByApi, type ApiCustomer } from '../people/api-customer.ts';

export type Residents = Readonly<Record<Lang, ApiCustomer>>;

/**
 * Registers two customers with content on every page: coins, open and past orders, transfers, messages. They trade with each other in BTC/USDT.
 * On a server that journeys share, `mailOf` must return addresses that no other customer has.
 */
export async function registerResidents(
  url: string,
  mailOf = (name: string): string => `${name}@example.com`,
): Promise<Residents> {
  const residents = {
    zh: await registerByApi(url, mailOf('lin'), 'zh'),
    en: await registerByApi(url, mailOf('anna'), 'en'),
  };
  for (const { client, receive } of Object.values(residents)) {
    await receive('USDT', '40000');
    await receive('BTC', '0.3');
    await receive('ETH', '4');
    await untilUsable(client, ['USDT', 'BTC', 'ETH']);
    const moved = { coin: 'USDT', amount: '2500', from: 'coin', to: 'fiat' } as const;
    await client.call(calls.transfer.submit, { requestId: randomUUID(), ...moved });
  }
  const trade = { symbol: 'BTC/USDT', type: 'limit', price: '97000', quantity: '0.02' } as const;
  await residents.zh.place({ ...trade, side: 'sell' });
  await residents.en.place({ ...trade, side: 'buy' });
  await residents.en.place({ ...trade, price: '97200', side: 'sell' });
  await residents.zh.place({ ...trade, price: '96800', side: 'buy' });
  return residents;
}

/** Waits until the coins are available: the exchange credits deposits over the demo's chain after some blocks. */
async function untilUsable(client: Client, coins: readonly string[]): Promise<void> {
  for (;;) {
    const { accounts } = await client.call(calls.assets.overview, {});
    const usable = new Set(
      accounts.coin.filter((balance) => !/^0(\.0*)?$/.test(balance.usable)).map(({ coin }) => coin),
    );
    if (coins.every((coin) => usable.has(coin))) return;
    await delay(200);
  }
}
