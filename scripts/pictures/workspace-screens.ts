import { join } from 'node:path';
import { calls } from '@fft/contract';
import type { ApiCustomer } from '../../e2e/harness/people/api-customer.ts';
import { newPhone } from '../../e2e/harness/browser/phone.ts';
import { watchCalls } from '../../e2e/harness/browser/settled.ts';
import { captureScreen, isWanted } from './capture-screen.ts';
import type { MomentScreens } from './moment-screens.ts';

const sizes = [
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
] as const;
const themes = ['dark', 'light'] as const;

/** Orders that stay open: the market, the side, and the price's distance from the book, in percent. */
const farOrders = [
  ['BTC/USDT', 'buy', -2, '0.05'],
  ['BTC/USDT', 'sell', 1, '0.03'],
  ['ETH/USDT', 'buy', -3, '1.5'],
] as const;

/** Time in which the chart's library draws its candles, ms. */
const stillMs = 1500;

const nameOf = (width: number, theme: string): string => `workspace-${width}-${theme}`;

async function placeFarOrders({ client, place }: ApiCustomer): Promise<void> {
  for (const [symbol, side, percent, quantity] of farOrders) {
    const { bids } = await client.call(calls.trade.depth, { symbol });
    const price = String(Math.round((Number(bids[0]?.[0]) * (100 + percent)) / 100));
    await place({ symbol, side, type: 'limit', price, quantity });
  }
}

/** Photographs the trade page at the widths of its workspace, in both themes, with open orders. */
export async function photographWorkspace(screens: MomentScreens): Promise<void> {
  const { browser, url, folder, wanted, langs, residents } = screens;
  const all = sizes.flatMap((viewport) => themes.map((theme) => ({ viewport, theme })));
  const chosen = all.filter(({ viewport, theme }) => isWanted(nameOf(viewport.width, theme), wanted));
  if (chosen.length === 0) return;
  for (const lang of langs) {
    await placeFarOrders(residents[lang]);
    for (const { viewport, theme } of chosen) {
      const context = await newPhone({ browser, url, lang, token: residents[lang].token, device: { viewport } });
      await context.addInitScript(`localStorage.setItem('theme', '${theme}')`);
      const page = await context.newPage();
      const settle = watchCalls(page);
      await page.goto(`${url}/#/pages/home/trade?symbol=BTC/USDT`);
      await settle();
      await page.waitForTimeout(stillMs);
      await captureScreen(page, join(folder, lang, `${nameOf(viewport.width, theme)}.webp`));
      await context.close();
    }
  }
}
