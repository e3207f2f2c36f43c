import { createClient } from '@fft/client';
import { calls } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleWords } from './harness/console/console-words.ts';
import {
  agreeAsSecond,
  consoleUrlOf,
  enterOperator,
  nextCode,
  newConsoleContext,
  operatorPassword,
  openConsole,
} from './harness/console/console.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { passMinute, timeOf } from './harness/exchange/movable-clock.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { totpOf } from './harness/people/totp.ts';

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
const name = 'n.petrov';
const email = `${name}@staff.example`;

/** The link that was mailed to the new operator. */
async function mailedLink(): Promise<string> {
  const mails = await createClient({ baseUrl: exchange.url }).call(calls.demo.mailbox, { to: email });
  return /http:\S+\/#\/enrol\/\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
}

/** Fills in and submits the page behind the link. Returns the app's secret. */
async function setUp(page: Page): Promise<string> {
  await page.getByRole('img', { name: t.enrol.qr }).waitFor();
  const secret = (await page.getByTestId('secret').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel(t.enrol.password, { exact: true }).fill(operatorPassword);
  await page.getByLabel(t.enrol.confirm).fill(operatorPassword);
  await page.getByLabel(t.login.code).fill(totpOf(secret, await timeOf(exchange)));
  await page.getByRole('button', { name: t.enrol.finish }).click();
  await page.getByRole('heading', { name: t.enrol.done }).waitFor();
  await page.getByRole('button', { name: t.enrol.toLogIn }).click();
  return secret;
}

async function addAuthenticator(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('an invited operator sets password and app behind the mailed link, logs in, and again with a passkey until it is removed', async () => {
  const first = await enterOperator(exchange, 'first.admin', 'admin');
  const screen = await openConsole({ browser, url, lang: 'en' }, first, '/operators');
  await screen.getByRole('button', { name: t.operators.invite }).click();
  const invitation = screen.getByRole('dialog');
  await invitation.getByLabel(t.operators.name).fill(name);
  await invitation.getByLabel(t.operators.email).fill(email);
  await invitation.getByRole('button', { name: t.operators.invite }).click();
  await screen.getByText(t.operators.proposed).waitFor();
  await agreeAsSecond(exchange, 'admin');

  const link = await mailedLink();
  const context = await newConsoleContext({ browser, url, lang: 'en' });
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  const page = await context.newPage();
  await addAuthenticator(page);
  await page.goto(link);
  const secret = await setUp(page);
  await page.getByLabel(t.login.name).fill(name);
  await page.getByLabel(t.login.password).fill(operatorPassword);
  await page.getByRole('button', { name: t.login.next }).click();
  await page.getByLabel(t.login.code).fill(nextCode(secret, await timeOf(exchange)));
  await page.getByRole('button', { name: t.login.logIn, exact: true }).click();
  await page.getByRole('heading', { name: t.shell.screens.overview, level: 1 }).waitFor();
  // The token was sent only in bodies, and appears nowhere in the log.
  const token = link.slice(link.lastIndexOf('/') + 1);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(asked.filter((each) => each.includes('/api/operators/enrol')).length).toBeGreaterThan(0);
  expect(asked.filter((each) => each.includes(token))).toEqual([]);
  expect(exchange.output()).not.toContain(token);
  await screen.reload();
  await screen.getByRole('row').filter({ hasText: name }).filter({ hasText: t.operators.states.active }).waitFor();
  await screen.context().close();

  // Each code is valid once.
  await passMinute(exchange);
  const dialog = page.getByRole('dialog');
  const prove = async (label: string, code: string): Promise<void> => {
    await dialog.getByLabel(t.passkeys.password).fill(operatorPassword);
    await dialog.getByLabel(t.passkeys.code).fill(code);
    await dialog.getByRole('button', { name: label, exact: true }).click();
  };
  const logOut = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t.shell.logOut }).click();
  };
  await page.getByRole('button', { name: t.shell.passkeys }).click();
  await dialog.getByRole('button', { name: t.passkeys.add }).click();
  await dialog.getByLabel(t.passkeys.name).fill('Desk');
  await prove(t.passkeys.add, totpOf(secret, await timeOf(exchange)));
  await dialog.getByTestId('passkey').getByText('Desk').waitFor();
  await logOut();

  await page.getByRole('button', { name: t.passkeys.use }).click();
  await page.getByRole('button', { name: t.shell.passkeys }).click();
  await dialog.getByTestId('passkey').getByRole('button', { name: t.passkeys.remove }).click();
  await prove(t.passkeys.remove, nextCode(secret, await timeOf(exchange)));
  await dialog.getByText(t.passkeys.none).waitFor();
  await logOut();
  await page.getByRole('button', { name: t.passkeys.use }).click();
  await page.getByRole('alert').getByText('The passkey was not accepted').waitFor();
  await context.close();
});
