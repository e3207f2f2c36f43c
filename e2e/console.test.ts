import { consoleCalls, forbiddenCode } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { registerByApi } from './harness/api-customer.ts';
import { consoleWords } from './harness/console-words.ts';
import {
  agreeAsSecond,
  consoleUrlOf,
  enrolOperator,
  enterOperator,
  nextCode,
  newConsoleContext,
  operatorPassword,
  openConsole,
} from './harness/console.ts';
import { focusUnderToast, toastOver } from './harness/covered.ts';
import { journeyLanguages } from './harness/journey-languages.ts';
import { makeOld } from './harness/make-old.ts';
import { openAs } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { submitPapers } from './harness/papers.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let url = '';

beforeAll(async () => {
  exchange = await startExchange({ env: { CONSOLE_PORT: '0' } });
  url = consoleUrlOf(exchange);
  browser = await launchBrowser(inject('browserPath'));
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

const t = consoleWords('en');

test('a log-in requires the password and a code of the authenticator app', async () => {
  const name = 'first.admin';
  const secret = await enrolOperator(exchange, name, 'admin');
  const context = await newConsoleContext({ browser, url, lang: 'en' });
  const page = await context.newPage();
  await page.goto(url);
  const logIn = async (password: string): Promise<void> => {
    await page.getByLabel(t.login.name).fill(name);
    await page.getByLabel(t.login.password).fill(password);
    await page.getByRole('button', { name: t.login.next }).click();
  };
  await logIn('not the password');
  await page.getByRole('alert').waitFor();
  await logIn(operatorPassword);
  await page.getByLabel(t.login.code).fill('000000');
  await page.getByRole('button', { name: t.login.logIn }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel(t.login.code).fill(nextCode(secret));
  await page.getByRole('button', { name: t.login.logIn }).click();
  await page.getByRole('link', { name: t.shell.screens.customers }).waitFor();
  expect(await page.getByRole('link', { name: t.shell.screens.identity }).count()).toBe(0);
  await context.close();
});

test('papers are refused, submitted again and approved; the customer sees each result without reloading', async () => {
  const anna = await registerByApi(exchange.url, 'anna@example.com');
  await submitPapers(anna, 'Anna Novak', '2045183910');
  const phone = await openAs({ browser, url: exchange.url, lang: 'en' }, anna, 'pages/user/idauth');
  await phone.getByTestId('identity-pending').waitFor();
  const screen = await openConsole(
    { browser, url, lang: 'en' },
    await enterOperator(exchange, 'reviewer', 'compliance'),
  );
  await screen.getByRole('link', { name: t.shell.screens.identity }).click();
  const { id } = await anna.client.call(calls.user.read, {});
  const row = screen.getByRole('button', { name: new RegExp(`Anna Novak\\s*${id}`) });

  await row.click();
  const papers = screen.getByRole('complementary', { name: t.identity.papers });
  await papers.getByText('Anna Novak').first().waitFor();
  await expect.poll(() => papers.getByRole('img').count()).toBe(3);
  await screen.keyboard.press('n');
  await screen.getByText(t.identity.chooseReason).waitFor();
  await papers.getByRole('button', { name: t.identity.reasons.unreadable }).click();
  await screen.keyboard.press('n');
  await screen.getByText(t.identity.noneIn.waiting).waitFor();
  await phone.getByTestId('identity-failed').waitFor();
  await phone.getByText('The photos are not readable').waitFor();

  await submitPapers(anna, 'Anna Novak', '2045183910');
  await row.click();
  await papers.getByText(t.identity.again(2)).waitFor();
  // Neither the key nor the button approves before each photo was enlarged.
  const all = ['front', 'back', 'hand'] as const;
  for (const [index, photo] of all.entries()) {
    await screen.keyboard.press('p');
    const missing = all.slice(index).map((each) => t.identity.photos[each]);
    await papers.getByText(t.identity.enlargeFirst(missing.join(', '))).waitFor();
    await screen.keyboard.press(String(index + 1));
    await papers.getByRole('button', { name: `${t.identity.photos[photo]}, ${t.identity.zoom}` }).waitFor();
    await papers.getByText(/ KB · /).waitFor();
    await screen.keyboard.press('z');
  }
  expect((await anna.client.call(calls.identity.read, {})).state).toBe('pending');
  await papers.getByText(t.identity.failHint).waitFor();
  await papers.getByRole('button', { name: t.identity.pass, exact: true }).click();
  await screen.getByText(t.identity.noneIn.waiting).waitFor();
  await phone.getByTestId('identity-passed').waitFor();
  await screen.context().close();
  await phone.context().close();
});

test('a market that one operator proposed in the console, and another agreed to, can be traded immediately', async () => {
  const screen = await openConsole(
    { browser, url, lang: 'en' },
    await enterOperator(exchange, 'lister', 'market'),
    '/markets',
  );
  await screen.getByRole('tab', { name: t.markets.tabs.assets }).click();
  await screen.getByRole('button', { name: t.markets.listAsset }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabel(t.markets.code, { exact: true }).fill('acme');
  await dialog.getByLabel(t.markets.zhName, { exact: true }).fill('艾克米');
  await dialog.getByLabel(t.markets.enName, { exact: true }).fill('Acme');
  await dialog.getByRole('button', { name: t.markets.listAsset }).click();
  await screen.getByText(t.markets.waitsForSecond).waitFor();
  await agreeAsSecond(exchange, 'lister.second', 'market');
  await screen.getByRole('cell', { name: 'ACME', exact: true }).first().waitFor();
  await screen.getByRole('tab', { name: t.markets.tabs.markets }).click();
  await screen.getByRole('button', { name: t.markets.openMarket }).click();
  await dialog.getByLabel(t.markets.symbol, { exact: true }).fill('POL/BTC');
  await dialog.getByLabel(t.markets.tick, { exact: true }).fill('not a number');
  await dialog.getByRole('button', { name: t.markets.openMarket }).click();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByLabel(t.markets.tick, { exact: true }).fill('0.0000001');
  await dialog.getByLabel(t.markets.lot, { exact: true }).fill('0.1');
  await dialog.getByLabel(t.markets.minAmount, { exact: true }).fill('0.00001');
  await dialog.getByLabel(t.markets.maxAmount, { exact: true }).fill('100');
  await dialog.getByRole('button', { name: t.markets.openMarket }).click();
  await dialog.waitFor({ state: 'hidden' });
  await agreeAsSecond(exchange, 'lister.third', 'market');
  await screen.getByRole('button', { name: 'POL/BTC', exact: true }).waitFor();

  const [seller, buyer] = await Promise.all(
    ['seller', 'buyer'].map((name) => registerByApi(exchange.url, `${name}@example.com`)),
  );
  await seller?.receive('POL', '1000');
  await buyer?.receive('BTC', '0.1');
  const order = { symbol: 'POL/BTC', type: 'limit', price: '0.0000200', quantity: '100.0' } as const;
  await seller?.place({ ...order, side: 'sell' });
  await buyer?.place({ ...order, side: 'buy' });
  await expect
    .poll(async () => (await buyer?.client.call(calls.trade.history, { symbol: 'POL/BTC' }))?.items[0]?.state)
    .toBe('filled');

  await screen.getByRole('button', { name: 'POL/BTC', exact: true }).click();
  await screen.getByRole('button', { name: t.markets.setLimits }).click();
  await dialog.getByLabel(t.markets.minAmount, { exact: true }).fill('0.01');
  expect(await dialog.getByLabel(t.markets.maker, { exact: true }).inputValue()).toBe('0.08');
  await dialog.getByLabel(t.markets.volatility, { exact: true }).fill('5');
  await dialog.getByRole('button', { name: t.markets.change }).click();
  await screen.getByText(t.markets.thenHalts('5.00%', 30, 30)).waitFor();
  await expect(seller?.place({ ...order, side: 'sell' })).rejects.toMatchObject({ code: Code.amountOutOfRange });

  await screen.getByRole('button', { name: t.markets.states.halted }).click();
  await dialog.getByRole('button', { name: t.markets.change }).click();
  // The dialog closes once the change is made; the button has the same text as the state.
  await dialog.waitFor({ state: 'hidden' });
  await expect(seller?.place({ ...order, side: 'sell' })).rejects.toMatchObject({ code: Code.marketNotOpen });
  await screen.context().close();
});

test.each([
  ['zh', 1280],
  ['en', 390],
] as const)(
  'one customer’s fees change only after a confirmation, and what the console then says covers nothing (%s, %i px)',
  async (lang, width) => {
    const words = consoleWords(lang).markets;
    const customer = await registerByApi(exchange.url, `fees-${lang}@example.com`);
    const { id } = await customer.client.call(calls.user.read, {});
    const operator = await enterOperator(exchange, `pricing.${lang}`, 'market');
    const screen = await openConsole({ browser, url, lang, width }, operator, '/markets');
    await screen.getByRole('tab', { name: words.tabs.fees }).click();
    for (const act of [words.setFees, words.giveBack]) {
      await screen.getByRole('button', { name: act, exact: true }).click();
      await screen.getByText(words.customerNeeded).waitFor();
      expect(await screen.getByRole('dialog').count()).toBe(0);
    }
    await screen.getByLabel(words.customer, { exact: true }).fill(id);
    await screen.getByLabel(words.maker, { exact: true }).fill('0.02');
    await screen.getByLabel(words.taker, { exact: true }).fill('0.04');
    const set = screen.getByRole('button', { name: words.setFees, exact: true });
    const asked = screen.getByRole('dialog', { name: words.confirmFees(id) });
    const fees = async () => (await customer.client.call(calls.trade.volume, {})).fees;

    await set.press('Enter');
    for (const fee of ['0.02%', '0.04%']) await asked.getByText(fee, { exact: true }).waitFor();
    await screen.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    expect(await fees()).toBeNull();

    await set.press('Enter');
    await asked.getByRole('button', { name: words.setFees, exact: true }).press('Enter');
    // Lower than anyone can reach: another operator must agree.
    expect(await toastOver(screen)).toEqual([words.waitsForSecond, []]);
    expect(await focusUnderToast(screen)).toEqual([]);
    expect(await fees()).toBeNull();
    await agreeAsSecond(exchange, `agreeing.${lang}`, 'market');
    expect(await fees()).toMatchObject({ maker: '0.0002', taker: '0.0004' });
    await screen.context().close();
  },
);

test('a customer reads a message written in the console', async () => {
  const ben = await registerByApi(exchange.url, 'ben@example.com');
  const { id } = await ben.client.call(calls.user.read, {});
  const phone = await openAs({ browser, url: exchange.url, lang: 'en' }, ben, 'pages/content/index');
  await phone.getByRole('main').waitFor();
  const screen = await openConsole(
    { browser, url, lang: 'en' },
    await enterOperator(exchange, 'writer', 'content'),
    '/content',
  );
  await screen.getByRole('tab', { name: t.content.tabs.message }).click();
  await screen.getByLabel(t.content.customers).fill(id);
  await screen.getByLabel(`${t.content.title} · ${t.content.languages.zh}`).fill('您好');
  await screen.getByLabel(`${t.content.text} · ${t.content.languages.zh}`).fill('**重要**');
  await screen.getByRole('region', { name: t.content.preview }).getByRole('strong').waitFor();
  await screen.getByRole('button', { name: t.content.send }).click();
  // Errors in the other language are shown, whichever language was visible.
  await screen.getByRole('alert').first().waitFor();
  await screen.getByLabel(`${t.content.title} · ${t.content.languages.en}`).fill('Good day');
  await screen.getByLabel(`${t.content.text} · ${t.content.languages.en}`).fill('## News\n\nThis is **important**.');
  await screen.getByRole('button', { name: t.content.send }).click();
  await screen.getByText(t.content.sent(1)).waitFor();
  await phone.getByText('Good day').click();
  await phone.getByRole('heading', { name: 'News' }).waitFor();
  expect(await phone.getByRole('main').innerText()).toContain('This is important.');
  await screen.context().close();
  await phone.context().close();
});

test('an act without the right to it is not offered, and is refused and audited if called', async () => {
  const helper = await enterOperator(exchange, 'helper', 'support');
  const screen = await openConsole({ browser, url, lang: 'en' }, helper, '/treasury');
  const menu = screen.getByRole('navigation', { name: t.shell.menu });
  await menu.getByRole('link', { name: t.shell.screens.customers }).waitFor();
  await screen.waitForURL((address) => address.hash === '#/overview');
  expect(await menu.getByRole('link').allInnerTexts()).toEqual([
    t.shell.screens.overview,
    t.shell.screens.approvals,
    t.shell.screens.customers,
  ]);
  await expect(helper.client.call(consoleCalls.treasury.balances, {})).rejects.toMatchObject({ code: forbiddenCode });
  const auditor = await enterOperator(exchange, 'auditor', 'admin');
  const log = await openConsole({ browser, url, lang: 'en' }, auditor, '/audit');
  const row = log.getByRole('row').filter({ hasText: 'helper' }).filter({ hasText: 'refused' });
  await row.getByText(consoleCalls.treasury.balances.path).waitFor();
  await screen.context().close();
  await log.context().close();
});

test.each(journeyLanguages('en'))('a list that a standby gave says of which time it is (%s)', async (lang) => {
  const auditor = await enterOperator(exchange, `reader.${lang}`, 'admin');
  const log = await openConsole({ browser, url, lang }, auditor, '/audit');
  await log.getByRole('row').nth(1).waitFor();
  await makeOld(log, consoleCalls.operators.audit);
  await log.reload();
  await expect.poll(() => log.getByText(consoleWords(lang).ui.asOf('10:05:03')).count()).toBe(1);
  await log.context().close();
});

/** The share of its table that a notice’s title takes, and whether the table scrolls sideways. */
const notices = `(() => {
  const table = document.querySelector('main table');
  const scroller = table.closest('[data-scrolls]');
  const cell = table.querySelector('tbody td');
  return { share: cell.clientWidth / table.clientWidth, scrolls: scroller.scrollWidth > scroller.clientWidth };
})()`;

test.each(journeyLanguages('en'))(
  'on a phone a notice’s title has the room, and kind and time are below it (%s)',
  async (lang) => {
    const words = consoleWords(lang).content;
    const operator = await enterOperator(exchange, `notices.${lang}`, 'content');
    const screen = await openConsole({ browser, url, lang, width: 390 }, operator, '/content');
    const row = screen.getByRole('table', { name: words.tabs.notices }).getByRole('row').nth(1);
    const title = row.getByRole('cell').first();
    await title.getByText(/^\d\d-\d\d \d\d:\d\d$/).waitFor();
    await title
      .getByText(words.kinds.notice, { exact: true })
      .or(title.getByText(words.kinds.system, { exact: true }))
      .waitFor();
    const { share, scrolls } = await screen.evaluate<{ share: number; scrolls: boolean }>(notices);
    expect(scrolls).toBe(false);
    expect(share).toBeGreaterThan(0.5);
    await screen.context().close();
  },
);
