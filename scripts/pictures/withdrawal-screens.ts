import { join } from 'node:path';
import type { Lang } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { removeDataFolder, startExchange } from '../../e2e/harness/exchange/exchange-process.ts';
import { withMovableClock } from '../../e2e/harness/exchange/movable-clock.ts';
import { newPhone } from '../../e2e/harness/browser/phone.ts';
import { watchCalls } from '../../e2e/harness/browser/settled.ts';
import { words } from '../../e2e/harness/pages/words.ts';
import { shortWait } from '../../e2e/harness/exchange/shared-exchange.ts';
import { prepareWithdrawers, withdraw } from '../../e2e/harness/people/withdrawer.ts';
import { captureScreen } from './capture-screen.ts';

const path = 'pages/deposit/withdraw';
const amount = '1200';
const sizes = {
  customer: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5 },
  small: { viewport: { width: 320, height: 568 }, deviceScaleFactor: 1 },
} as const;

export interface WithdrawScreens {
  readonly browser: Browser;
  readonly folder: string;
  readonly langs: readonly Lang[];
}

/** Photographs the later steps of a withdrawal. Their exchange has a movable clock, because a new address must wait before these steps. */
export async function photographWithdrawals({ browser, folder, langs }: WithdrawScreens): Promise<void> {
  const exchange = await startExchange({ env: { CONSOLE_PORT: '0', ...shortWait }, command: withMovableClock });
  try {
    const [lin, anna] = await prepareWithdrawers(exchange, ['Lin Wei', 'Anna Novak']);
    if (!lin || !anna) throw new Error('two customers are needed');
    for (const [lang, who] of [
      ['zh', lin],
      ['en', anna],
    ] as const) {
      if (!langs.includes(lang)) continue;
      const { token } = who;
      const { id } = await withdraw(who, amount);
      for (const size of ['customer', 'small'] as const) {
        await photograph({ browser, url: exchange.url, lang, token, id, size, folder: join(folder, lang) });
      }
    }
  } finally {
    await exchange.stop();
    removeDataFolder(exchange.dataDir);
  }
}

interface Visit extends Omit<WithdrawScreens, 'langs'> {
  readonly url: string;
  readonly lang: Lang;
  readonly token: string;
  /** Id of the unfinished withdrawal. */
  readonly id: string;
  readonly size: keyof typeof sizes;
}

async function photograph({ browser, url, lang, token, id, size, folder }: Visit): Promise<void> {
  const t = words(lang).withdraw;
  const context = await newPhone({
    browser,
    url,
    lang,
    token,
    device: { ...sizes[size], hasTouch: true, isMobile: true },
  });
  const page = await context.newPage();
  const settle = watchCalls(page);
  await page.goto(`${url}/#/${path}?coin=USDT&chain=ETH`);
  await settle();
  await page.getByRole('button', { name: new RegExp(`^${t.address}`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Cold/ }).click();
  await page.getByRole('textbox', { name: new RegExp(`^${t.amount}`) }).fill(amount);
  await page.getByRole('button', { name: t.goOn, exact: true }).click();
  await page.getByText(t.undoneTitle).waitFor();
  await settle();
  await captureScreen(page, join(folder, `deposit-withdraw-confirm-${size}.webp`));
  await page.goto(`${url}/#/${path}?id=${id}`);
  await settle();
  await captureScreen(page, join(folder, `deposit-withdraw-done-${size}.webp`));
  await context.close();
}
