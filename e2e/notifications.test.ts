import { mkdirSync } from 'node:fs';
import { calls, type Lang } from '@fft/contract';
import { openTestPushService, vapidClaims, type TestPushService } from '@fft/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, registerByApi } from './harness/people/api-customer.ts';
import { openAs } from './harness/people/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange/exchange-process.ts';
import {
  clickNotification,
  openDelivery,
  shownNotifications,
  usedKey,
  useSubscription,
} from './harness/browser/push-browser.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { totpOf } from './harness/people/totp.ts';
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let service: TestPushService;

beforeAll(async () => {
  service = await openTestPushService();
  exchange = await startExchange({ env: { PUSH_SERVICES: service.origin } });
  browser = await sharedBrowser('fullBrowserPath');
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  await service.close();
  removeDataFolder(exchange.dataDir);
});

const expected = {
  en: { title: 'Order filled: BTC/USDT', body: 'Sold 0.01 BTC at an average price of 61000 USDT', lang: 'en' },
  zh: { title: '委托已成交：BTC/USDT', body: '卖出 0.01 BTC，成交均价 61000 USDT', lang: 'zh-CN' },
} as const;

test.each(journeyLanguages('en'))(
  'a device that allows pushes is notified of a fill, and a click leads to the orders (%s)',
  async (lang: Lang) => {
    const t = words(lang).notifications;
    const customer = await registerByApi(exchange.url, `${lang}-seller@example.com`, lang);
    const other = await registerByApi(exchange.url, `${lang}-buyer@example.com`, lang);
    await customer.receive('BTC', '0.1');
    await other.receive('USDT', '5000');

    // The page is opened twice: the stand-in and the permission come before its scripts.
    const subscription = service.subscribe();
    const page = await openAs({ browser, url: exchange.url, lang }, customer, 'pages/user/index');
    const context = page.context();
    await context.grantPermissions(['notifications'], { origin: exchange.url });
    await useSubscription(context, subscription);
    await page.goto(`${exchange.url}/?again#/pages/user/notifications`);
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await page.getByRole('switch', { name: t.push, exact: true }).click();
    await page.getByText(t.devices(1)).waitFor();
    mkdirSync('test-results', { recursive: true });
    await page.screenshot({ path: `test-results/notifications-${lang}.png`, fullPage: true });
    const { push } = await customer.client.call(calls.notifications.choices, {});
    expect(push).toMatchObject({ thisDevice: true, devices: 1 });
    expect(await usedKey(page)).toBe(push.publicKey);

    const order = { symbol: 'BTC/USDT', type: 'limit', price: '61000', quantity: '0.01' } as const;
    await customer.place({ ...order, side: 'sell' });
    await other.place({ ...order, side: 'buy' });
    await expect.poll(() => subscription.received.length).toBe(1);
    const [received] = subscription.received;
    const { authorization = '' } = received?.headers ?? {};
    expect(vapidClaims(authorization, push.publicKey ?? '')).toMatchObject({ aud: service.origin });
    expect(received?.body.includes('BTC')).toBe(false);

    const deliver = await openDelivery(page);
    await deliver(received?.text ?? '');
    await expect.poll(() => shownNotifications(page)).toEqual([expected[lang]]);
    await clickNotification(context);
    await page.waitForURL(/#\/pages\/trade\/history/);
    await expect.poll(() => shownNotifications(page)).toEqual([]);

    // Choices are kept, and a device that was switched off gets no more pushes.
    await page.goto(`${exchange.url}/#/pages/user/notifications`);
    const mail = page.getByRole('button', { name: t.switchName(t.kinds.fills.title, t.channels.mail) });
    await mail.click();
    await expect.poll(() => mail.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('switch', { name: t.quiet, exact: true }).click();
    await page.getByLabel(t.from).waitFor();
    await page.getByRole('switch', { name: t.hide }).click();
    await page.screenshot({ path: `test-results/quiet-hours-${lang}.png` });
    await expect
      .poll(async () => {
        const { kinds, quiet, hideDetails } = await customer.client.call(calls.notifications.choices, {});
        return [kinds[0]?.mail, quiet?.from, quiet?.until, hideDetails];
      })
      .toEqual(['on', '22:00', '07:00', true]);
    await page.getByRole('switch', { name: t.push, exact: true }).click();
    await page.getByText(t.pushText).waitFor();
    expect((await customer.client.call(calls.notifications.choices, {})).push.devices).toBe(0);
    await context.close();
  },
);

/** Reloads the home page, and waits until it has read the first steps and drawn them if it wants to. */
async function reloadWithSteps(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes(calls.firstSteps.read.path));
  await page.reload();
  await answered;
  await page.waitForLoadState('networkidle');
}

test.each(journeyLanguages('en'))(
  'a newcomer’s first steps follow what they do, and end by themselves (%s)',
  async (lang) => {
    const t = words(lang).firstSteps;
    const { receiveCoins, amount } = words(lang).assets;
    const customer = await registerByApi(exchange.url, `${lang}-newcomer@example.com`, lang);
    const page = await openAs({ browser, url: exchange.url, lang }, customer, 'pages/home/index');
    const list = page.getByTestId('first-steps');
    await list.getByText(t.done(0, 3)).waitFor();
    await page.screenshot({ path: `test-results/first-steps-${lang}.png` });

    await list.getByRole('button', { name: t.demoFunded.title }).click();
    await page.getByLabel(amount, { exact: true }).fill('1000');
    await page.getByRole('button', { name: receiveCoins('1000', 'USDT') }).click();
    await list.getByText(t.done(1, 3)).waitFor();

    await customer.place({ symbol: 'ETH/USDT', side: 'buy', type: 'limit', price: '2000', quantity: '0.01' });
    const { secret } = await customer.client.call(calls.user.beginTotp, { password: demoPassword });
    await page.reload();
    await list.getByText(t.done(2, 3)).waitFor();
    await customer.client.call(calls.user.confirmTotp, { totp: totpOf(secret, Date.now()) });
    await reloadWithSteps(page);
    expect(await list.count()).toBe(0);
    expect((await customer.client.call(calls.firstSteps.read, {})).closed).toBe(true);
    await page.context().close();
  },
);

test('the first steps can be closed for good', async () => {
  const t = words('en').firstSteps;
  const customer = await registerByApi(exchange.url, 'closing@example.com');
  const page = await openAs({ browser, url: exchange.url, lang: 'en' }, customer, 'pages/home/index');
  const list = page.getByTestId('first-steps');
  await list.getByRole('button', { name: t.close }).click();
  await expect.poll(() => list.count()).toBe(0);
  await expect.poll(async () => (await customer.client.call(calls.firstSteps.read, {})).closed).toBe(true);
  await reloadWithSteps(page);
  expect(await list.count()).toBe(0);
  await page.context().close();
});
