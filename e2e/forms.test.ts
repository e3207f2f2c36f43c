import { calls, Code, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeFor, demoPassword, newMail } from './harness/people/api-customer.ts';
import { openAs } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchangeWithShortWait } from './harness/exchange/shared-exchange.ts';
import { payPassword, prepareWithdrawers, type Withdrawer } from './harness/people/withdrawer.ts';
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let withdrawers: Readonly<Record<Lang, Withdrawer>>;

beforeAll(async () => {
  exchange = await sharedExchangeWithShortWait();
  browser = await sharedBrowser();
  const [zh, en] = await prepareWithdrawers(exchange, ['Lin Wei', 'Anna Novak']);
  if (!zh || !en) throw new Error('two customers are needed');
  withdrawers = { zh, en };
});

afterAll(() => closePages(browser));

/** A page with a form, its input, and the call that it makes. */
interface Form {
  readonly path: string;
  readonly needsSession?: true;
  readonly call: string;
  readonly button: string;
  /** By label: fields that survive a reload. */
  readonly harmless: Readonly<Record<string, string>>;
  /** By label: fields that are never stored. */
  readonly secret: Readonly<Record<string, string>>;
}

const wrongCode = '314159';
const typedPassword = 'never kept anywhere 27';
const typedPayPassword = '602214';
const evmAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

function formsOf(lang: Lang): readonly Form[] {
  const { credentials, login, password, money, wallet } = words(lang);
  const email = { [login.email]: 'typed@example.com' };
  const newPassword = { [password.newPassword]: typedPassword, [password.confirmPassword]: typedPassword };
  const own = 'pages/user/';
  return [
    {
      path: 'pages/login/reg?invite=FRIEND',
      call: calls.auth.register.path,
      button: login.createAccount,
      harmless: { ...email, [login.invite]: 'FRIEND' },
      secret: { [login.code]: wrongCode, ...newPassword },
    },
    {
      path: 'pages/login/login',
      call: calls.auth.login.path,
      button: login.logIn,
      harmless: email,
      secret: { [login.password]: typedPassword },
    },
    {
      path: 'pages/login/forget',
      call: calls.auth.resetPassword.path,
      button: login.reset,
      harmless: email,
      secret: { [login.code]: wrongCode, ...newPassword },
    },
    {
      path: `${own}bindEmali`,
      needsSession: true,
      call: calls.user.bindEmail.path,
      button: credentials.replace,
      harmless: { [credentials.newEmail]: 'typed@example.com' },
      secret: { [credentials.oldCode]: wrongCode, [credentials.newEmailCode]: wrongCode },
    },
    {
      path: `${own}bindPhone`,
      needsSession: true,
      call: calls.user.setProfile.path,
      button: credentials.bind,
      harmless: { [credentials.phone]: '+86 138 0013 8000' },
      secret: { [credentials.phoneCode]: wrongCode },
    },
    {
      path: 'pages/wallet/add?coin=USDT&chain=ETH',
      needsSession: true,
      call: calls.addresses.create.path,
      button: wallet.save,
      harmless: { [wallet.address]: evmAddress, [wallet.name]: 'My cold wallet' },
      secret: { [money.payPassword]: typedPayPassword },
    },
  ];
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function valuesOf(
  page: Page,
  labels: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const entries = Object.keys(labels).map(async (label) => [label, await field(page, label).inputValue()] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function type(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

const stored = (page: Page): Promise<string> =>
  page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');

test('input survives a failed send, its harmless fields survive a reload, and a double press sends once', async () => {
  const lang = 'zh';
  const { token } = withdrawers[lang];
  for (const form of formsOf(lang)) {
    const who = { token: form.needsSession ? token : '' };
    const page = await openAs({ browser, url: exchange.url, lang }, who, form.path);
    let sent = 0;
    const release = Promise.withResolvers<void>();
    await page.route(`**${form.call}*`, async (route) => {
      sent += 1;
      await release.promise;
      await route.abort();
    });
    await type(page, { ...form.harmless, ...form.secret });
    const button = page.getByRole('button', { name: form.button, exact: true });
    await button.dblclick();
    await expect.poll(() => sent).toBe(1);
    release.resolve();
    await page.getByText(words(lang).api.network, { exact: true }).waitFor();
    expect([form.path, sent, await valuesOf(page, { ...form.harmless, ...form.secret })]).toEqual([
      form.path,
      1,
      { ...form.harmless, ...form.secret },
    ]);
    await page.reload();
    await button.waitFor();
    expect([form.path, await valuesOf(page, form.harmless)]).toEqual([form.path, form.harmless]);
    const empty = Object.fromEntries(Object.keys(form.secret).map((label) => [label, '']));
    expect([form.path, await valuesOf(page, form.secret)]).toEqual([form.path, empty]);
    for (const secret of Object.values(form.secret)) expect(await stored(page)).not.toContain(secret);
    await page.context().close();
  }
});

test('a double press registers, logs in and saves an address once', async () => {
  const lang = 'en';
  const { code: codes, login, password, money, wallet } = words(lang);
  const { client, token } = withdrawers[lang];
  const email = newMail('hasty');
  const page = await openAs({ browser, url: exchange.url, lang }, { token: '' }, 'pages/login/reg');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const sentTo = (path: string): number => requests.filter((each) => each === path).length;
  await field(page, login.email).fill(email);
  await page.getByRole('button', { name: codes.sendCode, exact: true }).dblclick();
  await page.getByText(codes.sentTo(email), { exact: true }).waitFor();
  await field(page, login.code).fill(await codeFor(client, email));
  await type(page, { [password.newPassword]: demoPassword, [password.confirmPassword]: demoPassword });
  await page.getByRole('button', { name: login.createAccount, exact: true }).dblclick();
  await page.waitForURL((address) => !address.hash.includes('/login/'));
  expect([sentTo(calls.auth.requestRegistrationCode.path), sentTo(calls.auth.register.path)]).toEqual([1, 1]);

  await page.evaluate('localStorage.removeItem("user-token")');
  await page.goto(`${exchange.url}/?again#/pages/login/login`);
  await type(page, { [login.email]: email, [login.password]: 'not this one' });
  await page.getByRole('button', { name: login.logIn, exact: true }).click();
  await expect.poll(() => sentTo(calls.auth.login.path)).toBe(1);
  // After the refusal, all input is still there.
  await expect.poll(() => page.locator('button[aria-busy=true]').count()).toBe(0);
  expect(await field(page, login.password).inputValue()).toBe('not this one');
  await field(page, login.password).fill(demoPassword);
  await page.getByRole('button', { name: login.logIn, exact: true }).dblclick();
  await page.waitForURL((address) => !address.hash.includes('/login/'));
  expect(sentTo(calls.auth.login.path)).toBe(2);
  await page.context().close();

  const path = 'pages/wallet/add?coin=USDT&chain=ETH';
  const own = await openAs({ browser, url: exchange.url, lang }, { token }, path);
  const name = 'Second wallet';
  const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  await type(own, { [wallet.address]: address, [wallet.name]: name, [money.payPassword]: payPassword });
  await own.getByRole('button', { name: wallet.save, exact: true }).dblclick();
  await own.getByText(wallet.saved, { exact: true }).waitFor();
  const { items } = await client.call(calls.addresses.list, {});
  expect(items.filter((each) => each.name === name)).toHaveLength(1);
  await own.context().close();
});

describe.each(journeyLanguages('en'))('in %s', (lang) => {
  const { code: codes, money, withdraw } = words(lang);

  test('a withdrawal whose answer was lost is shown as pending until it is found by its id, survives a reload, and is made once however often it is sent', async () => {
    const { client, token, email } = withdrawers[lang];
    const path = 'pages/deposit/withdraw?coin=USDT&chain=ETH';
    const page = await openAs({ browser, url: exchange.url, lang }, { token }, path);
    const amount = page.getByRole('textbox', { name: new RegExp(`^${withdraw.amount}`) });
    const goOn = page.getByRole('button', { name: withdraw.goOn, exact: true });
    await page.getByRole('button', { name: new RegExp(`^${withdraw.address}`) }).click();
    await page.getByRole('dialog').getByRole('button', { name: /Cold/ }).click();
    await amount.fill('150');
    await page.reload();
    await expect.poll(() => amount.inputValue()).toBe('150');
    await page.getByText(/Cold · 0x5aAe/).waitFor();
    await goOn.click();

    const shown = (await client.call(calls.user.read, {})).email ?? '';
    await page.getByText(codes.goesTo(shown), { exact: true }).waitFor();
    await page.getByRole('button', { name: codes.sendCode, exact: true }).click();
    await page.getByText(codes.sentTo(shown), { exact: true }).waitFor();
    const proofs = {
      [withdraw.code]: await codeFor(client, email),
      [money.payPassword]: payPassword,
    };
    await type(page, proofs);
    let sent = 0;
    let isReached = false;
    await page.route(`**${calls.withdrawals.submit.path}`, async (route) => {
      sent += 1;
      // If the call reaches the server, its answer is dropped.
      if (isReached) await route.fetch();
      await route.abort();
    });
    const lookedUp = page.waitForResponse((answer) => answer.url().includes('requestId='));
    const send = page.getByRole('button', { name: /147/ });
    await send.dblclick();
    await page.getByText(money.unknownOutcome, { exact: true }).waitFor();
    // The lookup by id finds nothing.
    expect(await (await lookedUp).json()).toMatchObject({ code: Code.notFound });
    expect([sent, await valuesOf(page, proofs)]).toEqual([1, proofs]);
    for (const secret of Object.values(proofs)) expect(await stored(page)).not.toContain(secret);

    await page.reload();
    await goOn.click();
    await page.getByText(money.unknownOutcome, { exact: true }).waitFor();
    await type(page, proofs);
    isReached = true;
    await send.click();
    // The lookup finds it although no answer arrived.
    await page.waitForURL((address) => address.hash.includes('withdraw?id='));
    expect(sent).toBe(2);
    const { items } = await client.call(calls.withdrawals.history, {});
    expect(items.map((each) => [each.amount, page.url().endsWith(`id=${each.id}`)])).toEqual([['150.000000', true]]);
    await page.context().close();
  });
});
