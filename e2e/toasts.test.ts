import { calls, Code, type Lang } from '@fft/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMail, registerByApi } from './harness/people/api-customer.ts';
import { focusUnderToast, toastOver } from './harness/measures/covered.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { newPhone } from './harness/browser/phone.ts';
import { words } from './harness/pages/words.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchange();
  browser = await sharedBrowser();
});

afterAll(() => closePages(browser));

const long = {
  zh: '当前市场波动较大，系统正在处理大量请求，暂时无法发放体验金。您的资产与委托不受影响，请稍等几分钟后再试，或前往“帮助”页面查看最新公告。',
  en: 'Demo coins can’t be given out right now, because the market is busy. Your assets and orders are safe. Wait a few minutes and try again, or read the newest announcement on the help page.',
} as const;

/** Opens the sheet that gives out demo coins on a small phone, where the server refuses with a long message. */
async function openFaucet(lang: Lang, name: string): Promise<{ readonly page: Page; readonly button: Locator }> {
  const { assets } = words(lang);
  const { token } = await registerByApi(exchange.url, newMail(name), lang);
  const device = { viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true };
  const context = await newPhone({ browser, url: exchange.url, lang, token, device });
  const page = await context.newPage();
  await page.route(`**${calls.demo.faucet.path}`, (route) =>
    route.fulfill({ json: { code: Code.conflict, message: long[lang], data: null } }),
  );
  await page.goto(`${exchange.url}/#/pages/assets/index`);
  await page.getByRole('button', { name: assets.getCoins, exact: true }).first().click();
  await page.getByLabel(assets.amount, { exact: true }).fill('10');
  const button = page.getByRole('button', { name: assets.receiveCoins('10', 'USDT'), exact: true });
  return { page, button };
}

describe.each(journeyLanguages('en'))('in %s', (lang) => {
  test('a long message makes room for itself, and covers nothing', async () => {
    const { page, button } = await openFaucet(lang, 'patient');
    await button.press('Enter');
    expect(await toastOver(page)).toEqual([long[lang], []]);
    expect(await focusUnderToast(page)).toEqual([]);
    await page.context().close();
  });

  test('zoomed in, a message is in sight', async () => {
    const { page, button } = await openFaucet(lang, 'zooming');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
    await expect.poll(() => page.evaluate('visualViewport.height < innerHeight - 1')).toBe(true);
    // The strip at the bottom is out of sight, and nothing scrolls there.
    expect(await page.evaluate('visualViewport.offsetTop + visualViewport.height < innerHeight - 100')).toBe(true);
    await button.dispatchEvent('click');
    const toast = page.getByTestId('toast');
    await toast.waitFor();
    const view = await page.evaluate<{ top: number; bottom: number }>(
      '({ top: visualViewport.offsetTop, bottom: visualViewport.offsetTop + visualViewport.height })',
    );
    const box = await page.evaluate<{ top: number; bottom: number }>(
      `(({ top, bottom }) => ({ top, bottom }))(document.querySelector('[data-testid=toast]').getBoundingClientRect())`,
    );
    expect(box.top).toBeGreaterThanOrEqual(view.top - 1);
    expect(box.bottom).toBeLessThanOrEqual(view.bottom + 1);
    await page.context().close();
  });
});
