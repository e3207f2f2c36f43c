import { calls } from '@fft/contract';
import { createClient } from '@fft/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { consoleWords } from './harness/console-words.ts';
import {
  type ApiOperator,
  consoleUrlOf,
  enterOperator,
  makeOperator,
  nextCode,
  newConsoleContext,
  operatorPassword,
  openConsole,
} from './harness/console.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { totpOf } from './harness/totp.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let url = '';
let admins: readonly [ApiOperator, ApiOperator];

beforeAll(async () => {
  // The log at its most detailed level.
  exchange = await startExchange({ env: { CONSOLE_PORT: '0', LOG_LEVEL: 'trace' } });
  url = consoleUrlOf(exchange);
  browser = await launchBrowser(inject('browserPath'));
  admins = [await enterOperator(exchange, 'a.first', 'admin'), await enterOperator(exchange, 'b.second', 'admin')];
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

const t = consoleWords('en');

/** The links mailed to this address, newest first. */
async function linksTo(email: string): Promise<string[]> {
  const mails = await createClient({ baseUrl: exchange.url }).call(calls.demo.mailbox, { to: email });
  return mails.map(({ text }) => /http:\S+\/#\/enrol\/\S+/.exec(text)?.[0] ?? '');
}

/** The second administrator approves what the first one proposed. */
async function agree(name: string): Promise<void> {
  const screen = await openConsole({ browser, url, lang: 'en' }, admins[1], '/approvals');
  await screen.getByRole('row').filter({ hasText: name }).getByRole('button').click();
  await screen.getByText(`${name}@staff.example`).waitFor();
  await screen.getByRole('button', { name: t.approvals.agree }).click();
  await screen.getByRole('dialog').getByRole('button', { name: t.approvals.agree }).click();
  await screen.getByText(t.approvals.mailed).waitFor();
  await screen.context().close();
}

/** Fills in and submits the page. Returns the app's secret. */
async function setUp(page: Page): Promise<string> {
  await page.getByRole('img', { name: t.enrol.qr }).waitFor();
  const secret = (await page.getByTestId('secret').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel(t.enrol.password, { exact: true }).fill(operatorPassword);
  await page.getByLabel(t.enrol.confirm).fill('something else');
  await page.getByLabel(t.login.code).fill('000000');
  await page.getByRole('button', { name: t.enrol.finish }).click();
  await page.getByText(t.login.mismatch).waitFor();
  await page.getByLabel(t.enrol.confirm).fill(operatorPassword);
  await page.getByRole('button', { name: t.enrol.finish }).click();
  await page.getByText('wrong or was used before').waitFor();
  await page.getByLabel(t.login.code).fill(totpOf(secret, Date.now()));
  await page.getByRole('button', { name: t.enrol.finish }).click();
  await page.getByRole('heading', { name: t.enrol.done }).waitFor();
  return secret;
}

test('a new operator opens the mailed link, sets password and app, and logs in; the link then expires', async () => {
  const name = 'n.petrov';
  const screen = await openConsole({ browser, url, lang: 'en' }, admins[0], '/operators');
  await screen.getByRole('button', { name: t.operators.invite }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabel(t.operators.name).fill(name);
  await dialog.getByLabel(t.operators.email).fill('nobody');
  await dialog.getByRole('button', { name: t.operators.invite }).click();
  await dialog.getByText('not an e-mail address').waitFor();
  await dialog.getByLabel(t.operators.email).fill(`${name}@staff.example`);
  await dialog.getByRole('button', { name: t.operators.invite }).click();
  await screen.getByText(t.operators.proposed).waitFor();
  await agree(name);

  const [link = ''] = await linksTo(`${name}@staff.example`);
  const context = await newConsoleContext({ browser, url, lang: 'en' });
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  const page = await context.newPage();
  await page.goto(link);
  const secret = await setUp(page);
  // The address no longer contains the token.
  expect(new URL(page.url()).hash).toBe('#/enrol');
  await page.getByRole('button', { name: t.enrol.toLogIn }).click();
  await page.getByLabel(t.login.name).fill(name);
  await page.getByLabel(t.login.password).fill(operatorPassword);
  await page.getByRole('button', { name: t.login.next }).click();
  await page.getByLabel(t.login.code).fill(nextCode(secret));
  await page.getByRole('button', { name: t.login.logIn }).click();
  await page.getByRole('heading', { name: t.shell.screens.overview, level: 1 }).waitFor();

  const late = await context.newPage();
  await late.goto(link);
  await late.getByText('invalid, used or expired').waitFor();
  // The token was sent only in bodies, and appears nowhere in the log.
  const token = link.slice(link.lastIndexOf('/') + 1);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(asked.filter((each) => each.includes('/api/operators/enrol')).length).toBeGreaterThan(0);
  expect(asked.filter((each) => each.includes(token))).toEqual([]);
  expect(exchange.output()).not.toContain(token);
  await screen.reload();
  await screen.getByRole('row').filter({ hasText: name }).filter({ hasText: t.operators.states.active }).waitFor();
  await context.close();
  await screen.context().close();
});

test('the page keeps its secret after a switch of language, and another link requires a wait of a minute', async () => {
  const name = 'l.wang';
  const { hash: before } = new URL(`${url}${await makeOperator(exchange, name, 'content')}`);
  const screen = await openConsole({ browser, url, lang: 'zh' }, admins[0], '/operators');
  const zh = consoleWords('zh');
  await screen.getByRole('row').filter({ hasText: name }).getByRole('button').click();
  const panel = screen.getByRole('complementary');
  await panel.getByText(`${name}@staff.example`).waitFor();
  await panel.getByText(zh.operators.linkUntil).waitFor();
  await panel.getByRole('button', { name: zh.operators.resend }).click();
  await screen.getByRole('dialog').getByRole('button', { name: zh.operators.resend }).click();
  // A link was made just before, on the command line.
  await screen.getByText('操作过于频繁').waitFor();
  expect(await linksTo(`${name}@staff.example`)).toEqual([]);
  await screen.context().close();

  const context = await newConsoleContext({ browser, url, lang: 'zh' });
  const page = await context.newPage();
  await page.goto(`${url}/${before}`);
  await page.getByRole('heading', { name: zh.enrol.title }).waitFor();
  await page.getByText(name).waitFor();
  await page.getByTestId('secret').waitFor();
  // The secret stays the same in the other language.
  const shown = await page.getByTestId('secret').innerText();
  await page.getByRole('button', { name: zh.shell.switchLanguage }).click();
  await page.getByRole('heading', { name: t.enrol.title }).waitFor();
  expect(await page.getByTestId('secret').innerText()).toBe(shown);
  await page.goto(`${url}/#/enrol`);
  await page.reload();
  await page.getByText(t.enrol.noToken).waitFor();
  await context.close();
});
