import { join } from 'node:path';
import type { Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { consoleWords } from './harness/console-words.ts';
import { consoleUrlOf, enrolOperator, nextCode, newConsoleContext, operatorPassword } from './harness/console.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { totpOf } from './harness/totp.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let url = '';
/** Lag of the server's clock. A code is valid once, so the clock advances by two minutes for the next two. */
let behindMs = 25 * 3_600_000;
const serverTime = (): number => Date.now() - behindMs;

beforeAll(async () => {
  const clock = join(import.meta.dirname, 'harness/yesterday.ts');
  exchange = await startExchange({
    env: { CONSOLE_PORT: '0' },
    command: [process.execPath, '--import', clock, 'apps/exchange/dist/main.js'],
  });
  url = consoleUrlOf(exchange);
  browser = await launchBrowser(inject('browserPath'));
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

interface EnteredOperator {
  readonly lang: Lang;
  readonly page: Page;
  readonly secret: string;
}

/** Logs an operator in by password and code, on a device with an authenticator. */
async function enterByCode(lang: Lang): Promise<EnteredOperator> {
  const t = consoleWords(lang);
  const name = `keyed.${lang}`;
  const secret = await enrolOperator(exchange, name, 'support', serverTime());
  const context = await newConsoleContext({ browser, url, lang });
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
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
  await page.goto(`${url}/`);
  await page.getByLabel(t.login.name).fill(name);
  await page.getByLabel(t.login.password).fill(operatorPassword);
  await page.getByRole('button', { name: t.login.next }).click();
  await page.getByLabel(t.login.code).fill(nextCode(secret, serverTime()));
  await page.getByRole('button', { name: t.login.logIn, exact: true }).click();
  await page.getByRole('button', { name: t.shell.passkeys }).waitFor();
  return { lang, page, secret };
}

/** Adds a passkey, logs in with it, removes it and tries it again. Returns the log-in page's error. */
async function useAndRemove({ lang, page, secret }: EnteredOperator): Promise<string> {
  const t = consoleWords(lang);
  const dialog = page.getByRole('dialog');
  const prove = async (label: string, code: string): Promise<void> => {
    await dialog.getByLabel(t.passkeys.password).fill(operatorPassword);
    await dialog.getByLabel(t.passkeys.code).fill(code);
    await dialog.getByRole('button', { name: label, exact: true }).click();
  };
  await page.getByRole('button', { name: t.shell.passkeys }).click();
  await dialog.getByText(t.passkeys.none).waitFor();
  await dialog.getByRole('button', { name: t.passkeys.add }).click();
  await dialog.getByLabel(t.passkeys.name).fill('Desk');
  await dialog.getByRole('button', { name: t.passkeys.add }).click();
  expect(await dialog.getByText(t.passkeys.needed).count()).toBe(2);
  await prove(t.passkeys.add, totpOf(secret, serverTime()));
  await dialog.getByTestId('passkey').getByText('Desk').waitFor();
  await dialog.getByText(t.passkeys.never).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t.shell.logOut }).click();

  await page.getByRole('button', { name: t.passkeys.use }).click();
  await page.getByRole('button', { name: t.shell.passkeys }).click();
  await dialog.getByTestId('passkey').getByRole('button', { name: t.passkeys.remove }).click();
  await prove(t.passkeys.remove, nextCode(secret, serverTime()));
  await dialog.getByText(t.passkeys.none).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t.shell.logOut }).click();
  await page.getByRole('button', { name: t.passkeys.use }).click();
  const said = await page.getByRole('alert').innerText();
  await page.context().close();
  return said;
}

test('an operator adds a passkey, logs in with it and removes it, in either language', async () => {
  const seats = [await enterByCode('zh'), await enterByCode('en')];
  process.kill(exchange.pid, 'SIGUSR2');
  behindMs -= 2 * 60_000;
  const said: string[] = [];
  for (const seat of seats) said.push(await useAndRemove(seat));
  expect(said).toEqual([
    expect.stringContaining('通行密钥验证失败'),
    expect.stringContaining('The passkey was not accepted'),
  ]);
});
