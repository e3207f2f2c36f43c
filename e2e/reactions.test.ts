import { consoleCalls } from '@fft/console-contract';
import { createClient } from '@fft/client';
import { calls, Code, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { partOf } from './harness/measures/build-manifest.ts';
import { enterOperator } from './harness/console/console.ts';
import { openAs } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { newPhone } from './harness/browser/phone.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { orderSheetTexts, statusTexts, tradeTexts } from './harness/pages/trade-page.ts';
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchange();
  browser = await sharedBrowser();
});

afterEach(() => closePages(browser));

const at = (page: Page, path: string) => page.waitForURL((address) => address.hash.startsWith(`#/${path}`));

/** Opens the home page and navigates by the app's links, so that there is a page to go back to. */
async function openHome(lang: Lang, who: Pick<ApiCustomer, 'token'>): Promise<Page> {
  const page = await openAs({ browser, url: exchange.url, lang }, who, 'pages/home/index');
  await page.getByRole('main').getByText('BTC').first().waitFor();
  return page;
}

const goTrading = (page: Page, lang: Lang) =>
  page.getByRole('navigation').getByText(words(lang).shell.tabs.trade, { exact: true }).click();

/** Sends an order of 10 USDT with the form. */
async function order(page: Page, lang: Lang): Promise<void> {
  const t = tradeTexts[lang];
  await page.getByLabel(t.type, { exact: true }).selectOption('market');
  await page.getByLabel(t.amount('USDT'), { exact: true }).fill('10');
  await page.getByRole('button', { name: t.buyCoin('BTC'), exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: orderSheetTexts[lang].confirmBuy, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const { api, home, login, shell } = words(lang);
  const newcomer = (name: string): Promise<ApiCustomer> => registerByApi(exchange.url, newMail(name), lang);

  test('403 asks for an identity: cancel goes back, confirm opens the identity check; 402 leads to the e-mail address', async () => {
    const who = await newcomer('unverified');
    await who.receive('USDT', '100');
    const page = await openHome(lang, who);
    await goTrading(page, lang);
    // Neither is so on this exchange: the answers are simulated.
    const create = `**${calls.trade.create.path}`;
    const answer = (code: number) =>
      page.route(create, (route) => route.fulfill({ json: { code, message: 'no', data: null } }), { times: 1 });
    await answer(Code.identityNotVerified);
    await order(page, lang);
    const modal = page.getByRole('alertdialog', { name: api.identityTitle });
    await modal.getByRole('button', { name: api.cancel, exact: true }).click();
    await at(page, 'pages/home/index');
    await goTrading(page, lang);
    await answer(Code.identityNotVerified);
    await order(page, lang);
    await modal.getByRole('button', { name: api.identityGo, exact: true }).click();
    await at(page, 'pages/user/idauth');
    expect(await modal.count()).toBe(0);

    await page.goto(`${exchange.url}/#/pages/home/trade`);
    await answer(Code.emailNotBound);
    await order(page, lang);
    await page
      .getByRole('alertdialog', { name: api.emailTitle })
      .getByRole('button', { name: api.emailGo, exact: true })
      .click();
    await at(page, 'pages/user/bindEmali');
    // The form is still filled in after the address is bound.
    await page.goto(`${exchange.url}/#/pages/home/trade`);
    await expect.poll(() => page.getByLabel(tradeTexts[lang].amount('USDT'), { exact: true }).inputValue()).toBe('10');
  });

  test('401 reports a locked account, with one button that goes back one page', async () => {
    const who = await newcomer('locked');
    const { client } = await enterOperator(exchange, 'support', 'support');
    const id = Number((await who.client.call(calls.user.read, {})).id);
    await client.call(consoleCalls.customers.lock, { id, kind: 'security', reason: 'card stolen' });
    const page = await openHome(lang, { token: '' });
    await page.getByRole('main').getByRole('button', { name: home.logIn, exact: true }).click();
    await page.getByLabel(login.email, { exact: true }).fill(who.email);
    await page.getByLabel(login.password, { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: login.logIn, exact: true }).click();
    const modal = page.getByRole('alertdialog', { name: api.hint });
    await modal.getByText(api.accountLocked, { exact: true }).waitFor();
    await modal.getByText(new RegExp(api.lockedBy.operator(String.raw`\d\d-\d\d \d\d:\d\d`))).waitFor();
    expect(await modal.getByRole('button').allInnerTexts()).toEqual([api.ok]);
    await modal.getByRole('button').click();
    await at(page, 'pages/home/index');
  });

  test('1001 clears the storage and opens the log-in page in the same language, which says why', async () => {
    const who = await newcomer('elsewhere');
    const page = await openAs({ browser, url: exchange.url, lang }, who, 'pages/user/safety');
    await page.getByRole('main').waitFor();
    await page.evaluate(`localStorage.setItem('anything', 'else')`);
    const { token } = await who.client.call(calls.auth.login, { email: who.email, password: demoPassword, keep: true });
    const other = createClient({ baseUrl: exchange.url, lang: () => lang, token: () => token });
    const sessions = await other.call(calls.user.sessions, {});
    for (const { id, current } of sessions) if (!current) await other.call(calls.user.revokeSession, { id });
    await page.reload();
    await at(page, 'pages/login/login');
    await page.getByText(words(lang).ended.revoked).waitFor();
    expect(await page.evaluate(`['user-token', 'anything'].filter((key) => localStorage.getItem(key))`)).toEqual([]);
    await page.getByRole('heading', { name: login.title }).waitFor();
  });

  test('a list that the server refuses to read shows its message, and says nothing of a missing answer', async () => {
    const { content, kit } = words(lang);
    const page = await openAs({ browser, url: exchange.url, lang }, await newcomer('hurried'), 'pages/content/index');
    const message = lang === 'zh' ? '请求过于频繁，请 7 秒后再试' : 'Too many requests. Try again in 7 seconds';
    await page.route('**/api/content.html*', (route) =>
      route.fulfill({ status: 429, json: { code: 429, message, data: { retryAfter: 7 } } }),
    );
    await page.reload();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText(message, { exact: true }).waitFor();
    expect(await page.getByText(kit.loadFailedText).count()).toBe(0);
    await page.unroute('**/api/content.html*');
    await alert.getByRole('button', { name: kit.retry, exact: true }).click();
    await page.getByText(content.empty).or(page.getByRole('main').getByRole('listitem')).first().waitFor();
    await page.context().close();
  });

  test('without an answer a network message appears briefly, and input is kept', async () => {
    const who = await newcomer('far-away');
    const page = await openAs({ browser, url: exchange.url, lang }, { token: '' }, 'pages/login/forget');
    await page.route('**/api/**', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    const email = page.getByLabel(login.email, { exact: true });
    await email.fill(who.email);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    await page.getByRole('button', { name: words(lang).code.sendCode, exact: true }).click();
    const toast = page.getByText(api.network, { exact: true });
    await toast.waitFor();
    // It covers everything else, including a keyboard drawn by the app.
    const host = `[...document.querySelectorAll('[aria-live]')].find(({ textContent }) => textContent === ${JSON.stringify(api.network)})`;
    expect(await page.evaluate(`getComputedStyle(${host}).zIndex`)).toBe('10075');
    // Shown for 1.5 s; other messages for 2 s.
    await page.clock.runFor(1400);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(200);
    await toast.waitFor({ state: 'detached' });
    expect(await email.inputValue()).toBe(who.email);
  });

  test('a transfer whose answer was lost is shown as pending, survives a reload, and moves money once however often it is sent', async () => {
    const who = await newcomer('forgetful');
    await who.receive('USDT', '100');
    const page = await openAs({ browser, url: exchange.url, lang }, who, 'pages/transfer/index?coin=USDT');
    const { money, transfer } = words(lang);
    const amount = page.getByLabel(money.amount, { exact: true });
    const send = page.getByRole('button', { name: transfer.submit('40 USDT'), exact: true });
    let sent = 0;
    await page.route('**/api/transfer/change.html', async (route) => {
      sent += 1;
      await route.fetch();
      await route.abort();
    });
    await amount.fill('40');
    await send.dblclick();
    await page.getByText(money.unknownOutcome).waitFor();
    expect([sent, await amount.inputValue()]).toEqual([1, '40']);
    await page.unroute('**/api/transfer/change.html');
    await page.reload();
    await send.click();
    await page.getByRole('alertdialog', { name: transfer.doneTitle }).waitFor();
    const { coins } = await who.client.call(calls.transfer.balances, { coin: 'USDT' });
    expect(coins.map(({ coinAccount, fiatAccount }) => [Number(coinAccount), Number(fiatAccount)])).toEqual([[60, 40]]);
  });

  test('a refused transfer succeeds once the balance suffices, and the message shows the amount moved', async () => {
    const who = await newcomer('short');
    await who.receive('USDT', '100');
    const page = await openAs({ browser, url: exchange.url, lang }, who, 'pages/transfer/index?coin=USDT');
    const { money, transfer } = words(lang);
    const send = page.getByRole('button', { name: transfer.submit('40 USDT'), exact: true });
    const move = (from: 'coin' | 'fiat') =>
      who.client.call(calls.transfer.submit, {
        requestId: `elsewhere-${from}`,
        coin: 'USDT',
        from,
        to: from === 'coin' ? 'fiat' : 'coin',
        amount: '80',
      });
    await page.getByLabel(money.amount, { exact: true }).fill('40');
    await move('coin');
    await send.click();
    await page.getByText(lang === 'en' ? 'Balance low' : '余额不足', { exact: true }).waitFor();
    await move('fiat');
    // The balance is read again; the input and its request id survive the reload.
    await page.reload();
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/transfer/change.html', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await send.click();
    await page.getByRole('button', { name: transfer.swap, exact: true }).click();
    answered.resolve();
    await page
      .getByRole('alertdialog', { name: transfer.doneTitle })
      .getByText(transfer.done('40 USDT', 'fiat'))
      .waitFor();
    const { coins } = await who.client.call(calls.transfer.balances, { coin: 'USDT' });
    expect(coins.map(({ fiatAccount }) => Number(fiatAccount))).toEqual([40]);
    await page.context().close();
  });

  test('after a log-in in another tab, open pages show that customer', async () => {
    const [one, other] = [await newcomer('first'), await newcomer('second')];
    await one.receive('USDT', '100');
    await other.receive('USDT', '7');
    const page = await openAs({ browser, url: exchange.url, lang }, one, 'pages/transfer/index?coin=USDT');
    const { usable } = words(lang).transfer;
    await page.getByText(`${usable} 100`).waitFor();
    const second = await page.context().newPage();
    await second.goto(exchange.url);
    await second.evaluate(
      `localStorage.setItem('user-token', ${JSON.stringify(JSON.stringify({ token: other.token }))})`,
    );
    await page.getByText(`${usable} 7`).waitFor();
    expect(await page.getByText(`${usable} 100`).count()).toBe(0);
    await page.context().close();
  });

  test('an order form’s input survives a reload', async () => {
    const t = tradeTexts[lang];
    const page = await openAs({ browser, url: exchange.url, lang }, { token: '' }, 'pages/home/trade?symbol=BTC/USDT');
    const [price, quantity] = [t.price('USDT'), t.quantity('BTC')].map((name) =>
      page.getByLabel(name, { exact: true }),
    );
    await price?.fill('90123');
    await quantity?.fill('0.0123');
    await page.reload();
    await expect.poll(() => quantity?.inputValue()).toBe('0.0123');
    expect(await price?.inputValue()).toMatch(/^90,?123(\.0+)?$/);
  });

  test('a page that crashes says so; other pages work, and it recovers when the cause is gone', async () => {
    const who = await newcomer('unlucky');
    const page = await openHome(lang, who);
    await page.evaluate(`URLSearchParams.prototype.get = () => { throw new Error('broken'); }`);
    await goTrading(page, lang);
    await page.getByText(shell.pageBrokeText).waitFor();
    await page.getByRole('button', { name: shell.back, exact: true }).click();
    await page.getByRole('main').getByText('BTC').first().waitFor();
    await goTrading(page, lang);
    await page.getByRole('button', { name: shell.reload, exact: true }).click();
    await expect.poll(() => page.getByRole('radio', { name: tradeTexts[lang].buy, exact: true }).count()).toBe(1);
  });

  test('a sheet whose code cannot be loaded says so and leaves the page unchanged, and opens once it can', async () => {
    const who = await newcomer('on-a-train');
    const page = await openAs({ browser, url: exchange.url, lang }, who, 'pages/wallet/add?coin=ETH');
    const { kit, scan, wallet } = words(lang);
    const name = page.getByLabel(wallet.name, { exact: true });
    await name.fill('my own');
    await page.evaluate(`globalThis.stillThere = true`);
    const open = () => page.getByRole('button', { name: scan.scan, exact: true }).click();
    const missing = page.getByRole('dialog', { name: kit.partMissing });

    await page.context().setOffline(true);
    await open();
    await missing.getByText(kit.partMissingText).waitFor();
    await missing.getByRole('button', { name: kit.retry, exact: true }).click();
    await missing.getByText(kit.partMissingText).waitFor();
    await missing.getByRole('button', { name: kit.back, exact: true }).click();
    await missing.waitFor({ state: 'hidden' });

    // The server answers, but a deployment has removed the file. The app tries in the background too: there is no moment in which the code could load.
    await page.route('**/assets/**', (route) => route.abort());
    await page.context().setOffline(false);
    await open();
    await missing.getByText(kit.partGoneText).waitFor();
    await missing.getByRole('button', { name: kit.reload, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await missing.waitFor({ state: 'hidden' });

    await page.context().setOffline(true);
    await page.unroute('**/assets/**');
    await open();
    await missing.waitFor();
    // It opens by itself.
    await page.context().setOffline(false);
    await page.getByRole('dialog', { name: scan.title }).waitFor();
    expect(await missing.count()).toBe(0);
    expect([await name.inputValue(), await page.evaluate(`globalThis.stillThere`)]).toEqual(['my own', true]);
  });

  test('the list of own orders says so below the trade page if its code cannot be loaded, and appears once it can', async () => {
    const { kit } = words(lang);
    const t = tradeTexts[lang];
    const lists = `**/${partOf('src/pages/trade/orders/OwnOrders.tsx').file}`;
    const page = await openAs({ browser, url: exchange.url, lang }, await newcomer('late-lists'), 'pages/home/index');
    await page.route(lists, (route) => route.abort());
    await goTrading(page, lang);
    const panel = page.getByRole('tabpanel');
    await panel.getByRole('alert').getByText(kit.loadFailed, { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: t.buyCoin('BTC'), exact: true }).isVisible()).toBe(true);
    await panel.getByRole('button', { name: kit.retry, exact: true }).click();
    await panel.getByRole('alert').waitFor();
    await page.unroute(lists);
    await panel.getByRole('button', { name: kit.retry, exact: true }).click();
    await panel.getByText(t.noOpenOrders, { exact: true }).waitFor();
  });

  test('a sheet whose code is loading shows nothing for 200 ms, then a skeleton, and can be closed', async () => {
    const { kit, marketFilter } = words(lang);
    const page = await openAs({ browser, url: exchange.url, lang }, { token: '' }, 'pages/home/market');
    const opener = page.getByRole('button', { name: marketFilter.filter, exact: true });
    await opener.waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    await page.route('**/assets/**', () => undefined);
    await opener.press('Enter');
    const shape = page.getByRole('dialog', { name: kit.loading });
    await page.clock.runFor(190);
    expect(await shape.count()).toBe(0);
    await page.clock.runFor(20);
    await shape.getByRole('status', { name: kit.loading }).waitFor();
    await page.keyboard.press('Escape');
    await shape.waitFor({ state: 'detached' });
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe(marketFilter.filter);
  });

  test('the strip shows “live” only once the server’s time is known', async () => {
    const { shell } = words(lang);
    const context = await newPhone({ browser, url: exchange.url, lang, token: null, device: {} });
    const page = await context.newPage();
    const held = Promise.withResolvers<() => void>();
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      const waiting: (string | Buffer)[] = [];
      let isHeld = true;
      server.onMessage((message) => void (isHeld ? waiting.push(message) : socket.send(message)));
      held.resolve(() => {
        isHeld = false;
        for (const message of waiting) socket.send(message);
      });
    });
    await page.goto(`${exchange.url}/#/pages/home/index`);
    const letGo = await held.promise;
    const strip = page.getByRole('contentinfo');
    await page.getByRole('main').getByText('BTC').first().waitFor();
    expect(await strip.getByRole('status').innerText()).toContain(shell.connection.connecting);
    expect(await strip.locator('time').innerText()).toBe('--:--:--');
    letGo();
    await strip.getByText(shell.connection.live).waitFor();
    expect(await strip.locator('time').innerText()).toMatch(/^\d\d:\d\d:\d\d$/);
    await context.close();
  });

  test('a page whose code loads slowly shows nothing for 200 ms, then a skeleton, and after a minute a retry', async () => {
    const { kit } = words(lang);
    const page = await openAs({ browser, url: exchange.url, lang }, { token: '' }, 'pages/login/login');
    await page.getByLabel(login.email, { exact: true }).waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    await page.route('**/assets/**', () => undefined);
    await page.evaluate(`location.hash = '#/pages/index/index'`);
    await page.getByRole('main').and(page.locator('[aria-busy="true"]')).waitFor();
    const shape = page.getByRole('main').getByRole('status', { name: kit.loading });
    await page.clock.runFor(190);
    expect(await shape.count()).toBe(0);
    await page.clock.runFor(20);
    await shape.waitFor();
    await page.clock.runFor(59_700);
    expect(await page.getByText(shell.pageSlow).count()).toBe(0);
    await page.clock.runFor(200);
    await page.getByText(shell.pageSlow).waitFor();
  });

  test('a page whose code cannot be loaded says so, and appears by itself once it can', async () => {
    const page = await openAs({ browser, url: exchange.url, lang }, { token: '' }, 'pages/login/login');
    await page.getByLabel(login.email, { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.evaluate(`globalThis.stillThere = true; location.hash = '#/pages/index/index'`);
    await page.getByRole('heading', { name: shell.pageFailed }).first().waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => page.getByRole('heading', { name: statusTexts[lang].title }).count()).toBe(1);
    // Without reloading the app, which would fail offline.
    expect(await page.evaluate(`globalThis.stillThere`)).toBe(true);
  });
});
