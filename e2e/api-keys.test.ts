import { generateKeyPairSync } from 'node:crypto';
import { createClient, ed25519Key, hmacKey, type Client, type SigningKey } from '@fft/client';
import { calls, Code, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMail, registerByApi } from './harness/people/api-customer.ts';
import { consoleWords } from './harness/console/console-words.ts';
import { type ApiOperator, consoleUrlOf, enterOperator, openConsole } from './harness/console/console.ts';
import { newCustomer, password, readCode, type Customer } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { passMinute, timeOf } from './harness/exchange/movable-clock.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let operator: ApiOperator;

beforeAll(async () => {
  exchange = await sharedExchange();
  operator = await enterOperator(exchange, 'support', 'support');
  browser = await sharedBrowser();
});

afterAll(() => closePages(browser));

let skewMs = 0;

/** Lets an address get its next code. */
async function passMinutes(): Promise<void> {
  await passMinute(exchange);
  skewMs = (await timeOf(exchange)) - Date.now();
}

/** The clock of programs, which follows the server's. */
const now = (): number => Date.now() + skewMs;

const programOf = (key: SigningKey): Client => createClient({ baseUrl: exchange.url, key });
const refused = { code: Code.apiKeyInvalid };

async function openKeys(page: Page, lang: Lang): Promise<void> {
  await page.goto(`${exchange.url}/#/pages/user/safety`);
  await page.getByRole('button', { name: new RegExp(`^${words(lang).apiKeys.title}`) }).click();
  await page.getByRole('dialog').waitFor();
}

/** Fills the form of a new key, with these fields in addition to the proofs. Ends where the key is shown. */
async function addKey(page: Page, customer: Customer, fields: Readonly<Record<string, string>>): Promise<string> {
  const { apiKeys: t, code } = words(customer.lang);
  await page.getByRole('button', { name: t.add, exact: true }).click();
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('checkbox', { name: t.rights.trade }).click();
  await page.getByLabel(t.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: code.sendCode, exact: true }).click();
  await page.getByText(code.mailSent).first().waitFor();
  await page.getByLabel(t.code, { exact: true }).fill(await readCode(customer));
  await page.getByRole('button', { name: t.add, exact: true }).click();
  return page.getByTestId('new-api-key').inputValue();
}

/** A client with the session that the customer's browser has. */
async function sessionOf(page: Page): Promise<Client> {
  const { token } = JSON.parse(await page.evaluate<string>(`localStorage.getItem('user-token')`)) as { token: string };
  return createClient({ baseUrl: exchange.url, token: () => token });
}

describe.for(journeyLanguages('en'))('in %s', (lang) => {
  test('a customer creates keys of both kinds, programs use them, and each ends when its owner or an operator revokes it', async () => {
    const t = words(lang).apiKeys;
    const { email, token } = await registerByApi(exchange.url, newMail('bots'), lang);
    const timeZone = 'America/New_York';
    const customer = await newCustomer({ browser, url: exchange.url, lang, email, token, timeZone });
    await passMinutes();
    const page = await customer.open('pages/user/safety');
    await openKeys(page, lang);
    await page.getByText(t.none).waitFor();

    const hmacId = await addKey(page, customer, { [t.name]: 'maker', [t.addresses]: '127.0.0.1, ::1' });
    const secret = await page.getByTestId('new-api-secret').inputValue();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    await page.getByText(t.secretAbout).waitFor();
    await page.getByRole('button', { name: t.saved, exact: true }).click();
    const rows = page.getByTestId('api-key');
    await rows.first().waitFor();
    expect(await page.content()).not.toContain(secret);
    const maker = programOf(hmacKey(hmacId, secret, { now }));
    const session = await sessionOf(page);
    const { id } = await session.call(calls.user.read, {});
    expect((await maker.call(calls.user.read, {})).id).toBe(id);

    await passMinutes();
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const pem = publicKey.export({ format: 'pem', type: 'spki' });
    const ownId = await addKey(page, customer, { [t.name]: 'taker', [t.publicKey]: pem, [t.expiry]: '2031-05-20' });
    expect(await page.getByTestId('new-api-secret').count()).toBe(0);
    await page.getByRole('button', { name: t.saved, exact: true }).click();
    const privatePem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    const taker = programOf(ed25519Key(ownId, privatePem, { now }));
    expect((await taker.call(calls.user.read, {})).id).toBe(id);

    await expect
      .poll(async () => (await session.call(calls.keys.list, {})).every(({ used }) => used !== null))
      .toBe(true);
    await page.reload();
    await openKeys(page, lang);
    const [takerRow, makerRow] = [rows.filter({ hasText: 'taker' }), rows.filter({ hasText: 'maker' })];
    for (const shown of [hmacId.slice(0, 8), '127.0.0.1, ::1', t.used, t.kinds.hmac])
      expect(await makerRow.innerText()).toContain(shown);
    // The end of that day where the customer is.
    for (const shown of [ownId.slice(0, 8), t.anywhere, '2031-05-20 23:59', t.kinds.ed25519])
      expect(await takerRow.innerText()).toContain(shown);

    const question = page.getByRole('alertdialog');
    await makerRow.getByRole('button', { name: t.remove, exact: true }).click();
    await question.getByText(t.revokeQuestion('maker')).waitFor();
    await question.getByText(t.revokeText).waitFor();
    await question.getByRole('button', { name: t.keep, exact: true }).click();
    await question.waitFor({ state: 'hidden' });
    await maker.call(calls.user.read, {});
    await makerRow.getByRole('button', { name: t.remove, exact: true }).click();
    await question.getByRole('button', { name: t.remove, exact: true }).click();
    await makerRow.waitFor({ state: 'detached' });
    await expect(maker.call(calls.user.read, {})).rejects.toMatchObject(refused);
    await taker.call(calls.user.read, {});

    await page.goto(`${exchange.url}/#/pages/user/setpass`);
    await page.getByText(t.stay(1)).waitFor();

    const ofConsole = consoleWords(lang).customers;
    const screen = await openConsole({ browser, url: consoleUrlOf(exchange), lang }, operator, `/customers?id=${id}`);
    await screen.getByRole('tab', { name: ofConsole.tabs.apiKeys }).click();
    await screen.getByText(ownId.slice(0, 8)).waitFor();
    await screen.getByRole('button', { name: ofConsole.revokeKey, exact: true }).click();
    const dialog = screen.getByRole('dialog');
    await dialog.getByText(ofConsole.revokeKeyQuestion('taker')).waitFor();
    await dialog.getByText(ofConsole.revokeKeyText).waitFor();
    await taker.call(calls.user.read, {});
    await dialog.getByRole('button', { name: ofConsole.revokeKey, exact: true }).click();
    await screen.getByText(ofConsole.noApiKeys).waitFor();
    await expect(taker.call(calls.user.read, {})).rejects.toMatchObject(refused);
    await screen.context().close();
    await customer.context.close();
  });
});
