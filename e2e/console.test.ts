import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMail, registerByApi } from './harness/people/api-customer.ts';
import { consoleWords } from './harness/console/console-words.ts';
import { agreeAsSecond, consoleUrlOf, enterOperator, openConsole } from './harness/console/console.ts';
import { focusUnderToast, toastOver } from './harness/measures/covered.ts';
import { newCustomer, openAs, password } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { submitPapers } from './harness/people/papers.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let url = '';

beforeAll(async () => {
  exchange = await sharedExchange();
  url = consoleUrlOf(exchange);
  browser = await sharedBrowser();
});

afterAll(() => closePages(browser));

const t = consoleWords('en');
const app = words('en');

test('papers are refused, submitted again, approved and revoked; the customer sees each result without reloading', async () => {
  const anna = await registerByApi(exchange.url, newMail('anna'));
  const { id } = await anna.client.call(calls.user.read, {});
  const submit = () => submitPapers(anna, 'Anna Novak', `2045${id}391`);
  await submit();
  const phone = await openAs({ browser, url: exchange.url, lang: 'en' }, anna, 'pages/user/idauth');
  await phone.getByTestId('identity-pending').waitFor();
  const reviewer = await enterOperator(exchange, 'papers', 'compliance');
  const screen = await openConsole({ browser, url, lang: 'en' }, reviewer, '/identity');
  const row = screen.getByRole('button', { name: new RegExp(`Anna Novak\\s*${id}`) });
  const papers = screen.getByRole('complementary', { name: t.identity.papers });

  await row.click();
  await papers.getByRole('button', { name: t.identity.reasons.unreadable }).click();
  await screen.keyboard.press('n');
  await row.waitFor({ state: 'detached' });
  await phone.getByTestId('identity-failed').waitFor();
  await phone.getByText('The photos are not readable').waitFor();

  await submit();
  // The list would read it within ten seconds.
  await screen.reload();
  await row.click();
  for (const [index, photo] of (['front', 'back', 'hand'] as const).entries()) {
    await screen.keyboard.press(String(index + 1));
    await papers.getByRole('button', { name: `${t.identity.photos[photo]}, ${t.identity.zoom}` }).waitFor();
    // The picture is there, with its size.
    await papers.getByText(/ KB · /).waitFor();
    await screen.keyboard.press('z');
  }
  await papers.getByRole('button', { name: t.identity.pass, exact: true }).click();
  await row.waitFor({ state: 'detached' });
  await phone.getByTestId('identity-passed').waitFor();

  await screen.getByRole('button', { name: t.identity.views.decided() }).click();
  await row.first().click();
  await papers.getByRole('button', { name: t.identity.revoke, exact: true }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: t.identity.revokeNames.expired, exact: true }).click();
  await dialog.getByRole('button', { name: t.identity.revoke, exact: true }).click();
  await phone.getByTestId('identity-revoked').waitFor();
  await phone.getByText(t.identity.revokeReasons.expired).waitFor();
  await phone.getByRole('button', { name: app.identity.again, exact: true }).click();
  await phone.getByLabel(app.identity.name, { exact: true }).waitFor();
  await submit();
  expect((await anna.client.call(calls.user.read, {})).identity).toEqual({ state: 'pending' });
  await screen.context().close();
  await phone.context().close();
});

test('support locks an account: the customer’s pages leave by themselves, until it is unlocked', async () => {
  const anna = await registerByApi(exchange.url, newMail('locked'));
  const { id } = await anna.client.call(calls.user.read, {});
  const page = await openAs({ browser, url: exchange.url, lang: 'en' }, anna, 'pages/home/index');
  await page.getByRole('main').waitFor();
  const support = await enterOperator(exchange, 'support', 'support');
  const screen = await openConsole({ browser, url, lang: 'en' }, support, `/customers?id=${id}`);
  const panel = screen.getByRole('complementary', { name: t.customers.tabsLabel });
  const ask = async (act: string, reason: string): Promise<void> => {
    await panel.getByRole('button', { name: act, exact: true }).click();
    // It says whose account it is about.
    const asks = screen.getByRole('dialog', { name: `${act} · ${anna.email} · ${id}`, exact: true });
    await asks.getByLabel(t.customers.reason).fill(reason);
    await asks.getByRole('button', { name: act, exact: true }).click();
    await asks.waitFor({ state: 'detached' });
  };
  await ask(t.customers.lock, 'card stolen');
  await page.waitForURL((address) => address.hash.includes('/login/'));
  await ask(t.customers.unlock, 'card found');
  await page.getByLabel(app.login.email, { exact: true }).fill(anna.email);
  await page.getByLabel(app.login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: app.login.logIn, exact: true }).click();
  await page.waitForURL((address) => !address.hash.includes('/login/'));
  expect(await panel.getByRole('button', { name: t.customers.lock, exact: true }).count()).toBe(1);
  await screen.context().close();
  await page.context().close();
});

/** Formats a time for a date and time field. */
function lineAt(time: number): string {
  return new Date(time).toLocaleString('sv-SE').slice(0, 16).replace(' ', 'T');
}

/** The share of its table that a notice’s title takes, and whether the table scrolls sideways. */
const notices = `(() => {
  const table = document.querySelector('main table');
  const scroller = table.closest('[data-scrolls]');
  const cell = table.querySelector('tbody td');
  return { share: cell.clientWidth / table.clientWidth, scrolls: scroller.scrollWidth > scroller.clientWidth };
})()`;

test('customers read the message and the notice that an operator writes on a phone, where a notice’s title has the room', async () => {
  const ben = await registerByApi(exchange.url, newMail('ben'));
  const { id } = await ben.client.call(calls.user.read, {});
  const phone = await openAs({ browser, url: exchange.url, lang: 'en' }, ben, 'pages/content/index');
  await phone.getByRole('main').waitFor();
  const writer = await enterOperator(exchange, 'writer', 'content');
  const screen = await openConsole({ browser, url, lang: 'en', width: 390 }, writer, '/content');
  const { title, text, languages } = t.content;
  const write = async (label: string, texts: { readonly zh: string; readonly en: string }): Promise<void> => {
    for (const lang of ['zh', 'en'] as const) {
      await screen.getByRole('button', { name: languages[lang], exact: true }).click();
      await screen.getByLabel(`${label} · ${languages[lang]}`).fill(texts[lang]);
    }
  };

  await screen.getByRole('tab', { name: t.content.tabs.message }).click();
  await screen.getByLabel(t.content.customers).fill(id);
  await write(title, { zh: '您好', en: 'Good day' });
  await write(text, { zh: '**重要**', en: '## News\n\nThis is **important**.' });
  await screen.getByRole('region', { name: t.content.preview }).getByRole('strong').waitFor();
  await screen.getByRole('button', { name: t.content.send }).click();
  await screen.getByText(t.content.sent(1)).waitFor();
  await phone.getByText('Good day').click();
  await phone.getByRole('heading', { name: 'News' }).waitFor();
  expect(await phone.getByRole('main').innerText()).toContain('This is important.');

  await screen.getByRole('tab', { name: t.content.tabs.notices }).click();
  await screen.getByRole('button', { name: t.content.newNotice }).click();
  await write(title, { zh: '维护', en: 'Maintenance on Sunday' });
  await write(text, { zh: '周日维护', en: 'From **two** to three.' });
  const dialog = screen.getByRole('dialog');
  // In the past for both clocks: the server's may be ahead.
  await dialog.getByLabel(t.content.time).fill(lineAt(Date.now() - 3_600_000));
  await dialog.getByRole('button', { name: t.content.publish, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const cell = screen.getByRole('row').filter({ hasText: 'Maintenance on Sunday' }).getByRole('cell').first();
  // Kind and time are below the title.
  await cell.getByText(/^\d\d-\d\d \d\d:\d\d$/).waitFor();
  await cell.getByText(t.content.kinds.notice, { exact: true }).waitFor();
  const { share, scrolls } = await screen.evaluate<{ share: number; scrolls: boolean }>(notices);
  expect(scrolls).toBe(false);
  expect(share).toBeGreaterThan(0.5);
  const guest = await newCustomer({ browser, url: exchange.url, lang: 'en', email: '' });
  const list = await guest.open('pages/content/index');
  await list.getByText('Maintenance on Sunday').waitFor();
  for (const page of [screen, phone, list]) await page.context().close();
});

test('one customer’s fees change once a second operator agrees, and what the console then says covers nothing', async () => {
  const { markets } = t;
  const customer = await registerByApi(exchange.url, newMail('fees'));
  const { id } = await customer.client.call(calls.user.read, {});
  const operator = await enterOperator(exchange, 'pricing', 'market');
  const screen = await openConsole({ browser, url, lang: 'en', width: 390 }, operator, '/markets');
  await screen.getByRole('tab', { name: markets.tabs.fees }).click();
  await screen.getByLabel(markets.customer, { exact: true }).fill(id);
  await screen.getByLabel(markets.maker, { exact: true }).fill('0.02');
  await screen.getByLabel(markets.taker, { exact: true }).fill('0.04');
  await screen.getByRole('button', { name: markets.setFees, exact: true }).press('Enter');
  const asked = screen.getByRole('dialog', { name: markets.confirmFees(id) });
  await asked.getByRole('button', { name: markets.setFees, exact: true }).press('Enter');
  // Lower than anyone can reach: another operator must agree.
  expect(await toastOver(screen)).toEqual([markets.waitsForSecond, []]);
  expect(await focusUnderToast(screen)).toEqual([]);
  await screen.setViewportSize({ width: 1280, height: 800 });
  expect(await toastOver(screen)).toEqual([markets.waitsForSecond, []]);
  expect(await focusUnderToast(screen)).toEqual([]);
  const fees = async () => (await customer.client.call(calls.trade.volume, {})).fees;
  expect(await fees()).toBeNull();
  await agreeAsSecond(exchange, 'market');
  expect(await fees()).toMatchObject({ maker: '0.0002', taker: '0.0004' });
  await screen.context().close();
});
