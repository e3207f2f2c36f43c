import { join } from 'node:path';
import { createClient } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { assetsTexts, clipboardTexts, depositTexts, proofTexts, worthTexts } from './harness/assets-page.ts';
import { codeFor, registerByApi } from './harness/api-customer.ts';
import { type ApiOperator, consoleUrlOf, enterOperator, openConsole } from './harness/console.ts';
import { consoleWords } from './harness/console-words.ts';
import { focusUnderToast, toastOver } from './harness/covered.ts';
import { newCustomer, register } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { journeyLanguages } from './harness/journey-languages.ts';
import { operate } from './harness/operator.ts';
import { sendPapers } from './harness/papers-form.ts';
import { words } from './harness/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let treasurer: ApiOperator;
let secondTreasurer: ApiOperator;
let checker: ApiOperator;

beforeAll(async () => {
  // With the demo's chain, on which the faucet's coins are transferred.
  exchange = await startExchange({
    env: { DEMO_CHAIN: 'on', CONSOLE_PORT: '0', WITHDRAWAL_WAIT_SECONDS: '' },
    command: [
      process.execPath,
      '--import',
      join(import.meta.dirname, 'harness/minutes-ahead.ts'),
      'apps/exchange/dist/main.js',
    ],
  });
  browser = await launchBrowser(inject('fullBrowserPath'));
  // The codes of an authenticator app need the server's clock as it is.
  treasurer = await enterOperator(exchange, 'treasurer', 'treasury');
  secondTreasurer = await enterOperator(exchange, 'second.treasurer', 'treasury');
  checker = await enterOperator(exchange, 'checker', 'market');
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

async function newcomer(lang: Lang, name: string): Promise<{ open: (path: string) => Promise<Page> }> {
  const { token, email } = await registerByApi(exchange.url, `${name}-${lang}@example.com`);
  const customer = await newCustomer({ browser, url: exchange.url, lang, email });
  const entry = JSON.stringify({ token });
  await customer.context.addInitScript((stored) => localStorage.setItem('user-token', stored), entry);
  return customer;
}

/** Collects every text of the deposit: a state may pass faster than a busy machine polls. */
const watchDeposit = `
  globalThis.shown = [];
  new MutationObserver(() => {
    const text = document.querySelector('[data-testid="deposit"]')?.textContent;
    if (text && shown.at(-1) !== text) shown.push(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

const payPassword = '294715';

/** Puts the server's clock forward by a minute. */
async function passMinute(): Promise<void> {
  const anonymous = createClient({ baseUrl: exchange.url });
  const time = async () => (await anonymous.call(calls.market.time, {})).time;
  const before = await time();
  process.kill(exchange.pid, 'SIGUSR2');
  await expect.poll(time).toBeGreaterThanOrEqual(before + 60_000);
}

/** What a newcomer takes from the faucet and withdraws again, over one network. */
interface Walk {
  readonly coin: string;
  readonly chain: string;
  readonly taken: string;
  readonly amount: string;
  /** Less the fee. */
  readonly arrives: string;
}
const dollars: Walk = { coin: 'USDT', chain: 'ETH', taken: '100', amount: '20', arrives: '17' };

/** An amount as pages write it, with or without zeros behind. */
const written = (amount: string, coin: string): string => `${amount.replace('.', '\\.')}(\\.?0*)? ${coin}`;

/**
 * Registers a newcomer who withdraws from the demo's coins, by the app's pages alone. Returns the minutes of the server's clock that the exchange made
 * them wait: a code comes a minute after the last one, and new addresses and passwords rest for less than that.
 */
async function walkToWithdrawal(
  lang: Lang,
  { coin, chain, taken, amount, arrives }: Walk = dollars,
  decide: (withdrawal: number) => Promise<void> = async () => undefined,
): Promise<{ readonly id: string; readonly minutes: number }> {
  const t = words(lang);
  const customer = await newCustomer({
    browser,
    url: exchange.url,
    lang,
    email: `walker-${coin.toLowerCase()}-${lang}@example.com`,
  });
  await register(customer);
  const page = await customer.open('pages/assets/index');
  const anonymous = createClient({ baseUrl: exchange.url });
  const goTo = (path: string) => page.goto(`${exchange.url}/#/${path}`);
  let minutes = 0;
  const fillCode = async (label: string): Promise<void> => {
    await passMinute();
    minutes += 1;
    const newest = () => codeFor(anonymous, customer.email);
    const earlier = await newest();
    await page.getByRole('button', { name: t.code.sendCode, exact: true }).click();
    await expect.poll(newest).not.toBe(earlier);
    await page.getByLabel(label, { exact: true }).fill(await newest());
  };
  await page.getByRole('button', { name: t.assets.getCoins }).click();
  await page.getByRole('combobox', { name: t.assets.coin }).selectOption(coin);
  await page.getByRole('textbox', { name: t.assets.amount }).fill(taken);
  await page.getByRole('button', { name: t.assets.receiveCoins(taken, coin) }).click();

  await goTo('pages/user/idauth');
  await sendPapers(page, lang);
  await goTo('pages/user/index');
  const shown = await page.getByRole('button', { name: t.account.id }).innerText();
  const id = shown.replaceAll(/\D/g, '');
  await operate(exchange, 'identity', 'pass', id);

  await goTo('pages/user/setJpass');
  await page.getByLabel(t.credentials.payNew, { exact: true }).fill(payPassword);
  await page.getByLabel(t.credentials.payAgain, { exact: true }).fill(payPassword);
  await fillCode(t.credentials.mailCode);
  await page.getByRole('button', { name: t.credentials.confirm, exact: true }).click();
  await page.getByText(t.credentials.paySet, { exact: true }).waitFor();

  await goTo(`pages/wallet/add?coin=${coin}&chain=${chain}`);
  await page.getByLabel(t.wallet.address, { exact: true }).fill('0x52908400098527886E0F7030069857D2E4169EE7');
  await page.getByLabel(t.wallet.name, { exact: true }).fill('Cold');
  await page.getByLabel(t.money.payPassword, { exact: true }).fill(payPassword);
  await page.getByRole('button', { name: t.wallet.save, exact: true }).click();
  await page.getByText(t.wallet.saved, { exact: true }).waitFor();
  await passMinute();
  minutes += 1;

  await goTo(`pages/deposit/withdraw?coin=${coin}&chain=${chain}`);
  // The page learns the server's time when it loads, and the coins may still be on their way over the chain.
  const isUsable = async (): Promise<boolean> => {
    await page.reload();
    const usable = page.getByText(new RegExp(`${t.withdraw.usable} ${written(taken, coin)}`));
    return usable.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isUsable, { timeout: 90_000 }).toBe(true);
  await page.getByRole('button', { name: t.withdraw.chooseAddress }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Cold/ }).click();
  await page.getByLabel(t.withdraw.amount, { exact: true }).fill(amount);
  await page.getByRole('button', { name: t.withdraw.goOn, exact: true }).click();
  await fillCode(t.withdraw.code);
  await page.getByLabel(t.money.payPassword, { exact: true }).fill(payPassword);
  await page.getByRole('button', { name: new RegExp(`^${t.withdraw.submit(written(arrives, coin))}$`) }).click();
  await page.getByTestId(/^withdrawal-/).waitFor();
  await decide(Number(/id=(\d+)/.exec(page.url())?.[1]));
  await page.getByTestId('withdrawal-done').waitFor({ timeout: 60_000 });
  await customer.context.close();
  return { id, minutes };
}

// Before the clock moves, and sessions of operators end.
test('a token is checked on the chain in the console, and one that is listed already can’t be proposed again', async () => {
  const t = consoleWords('en');
  const { token } = await registerByApi(exchange.url, 'reader@example.com');
  const coins = await createClient({ baseUrl: exchange.url, token: () => token }).call(calls.deposits.coins, {});
  const contract = coins.find(({ coin }) => coin === 'USDC')?.chains.find(({ chain }) => chain === 'ETH')?.contract;
  const screen = await openConsole({ browser, url: consoleUrlOf(exchange), lang: 'en' }, checker, '/markets');
  await screen.getByRole('tab', { name: t.markets.tabs.tokens }).click();
  await screen.getByRole('button', { name: t.markets.checkToken }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabel(t.tokens.network, { exact: true }).selectOption('ETH');
  await dialog.getByLabel(t.tokens.contract, { exact: true }).fill(contract ?? '');
  await dialog.getByRole('button', { name: t.markets.checkToken }).click();
  await screen.getByRole('cell', { name: t.tokens.found.oneNode }).waitFor();
  await screen.getByRole('button', { name: t.tokens.propose }).click();
  await dialog.getByText(t.tokens.signerHas('USDC', 6)).waitFor();
  for (const [label, value] of [
    [t.tokens.fee, '1'],
    [t.tokens.min, '5'],
    [t.tokens.max, '5000'],
    [t.tokens.minDeposit, '1'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: t.tokens.propose }).click();
  await screen.getByText('This coin or contract is listed on this network already').waitFor();
  expect(await dialog.count()).toBe(1);
  await screen.context().close();
});

test.each(journeyLanguages('zh'))(
  'a newcomer withdraws over the chain within five minutes, and the console names them on the payment (%s)',
  async (lang) => {
    const { id, minutes } = await walkToWithdrawal(lang);
    expect(minutes).toBeLessThan(5);

    const t = consoleWords(lang).treasury;
    const screen = await openConsole({ browser, url: consoleUrlOf(exchange), lang }, treasurer, '/treasury');
    await screen.getByRole('tab', { name: t.tabs.payments }).click();
    const row = screen.getByRole('row').filter({ hasText: id });
    await row.getByText('Anna Novak', { exact: true }).waitFor();
    expect(await row.innerText()).toContain('17 USDT');
    await row.getByRole('button').first().click();
    const words = consoleWords(lang).payments;
    const panel = screen.getByRole('complementary', { name: words.detail });
    await panel.getByText(words.attemptsText, { exact: true }).waitFor();
    expect(await panel.innerText()).toMatch(/0x[0-9a-f]{64}/);
    // It may have landed: then nothing is left to ask.
    await panel.getByText(words.noRequests, { exact: true }).waitFor();
    await screen.getByRole('tab', { name: t.tabs.deposits }).click();
    await screen.getByRole('row').filter({ hasText: '100 USDT' }).filter({ hasText: 'Anna Novak' }).first().waitFor();
    await screen.context().close();
  },
);

test('a newcomer withdraws a network’s own coin over that network, once two operators agree', async () => {
  const walk = { coin: 'BNB', chain: 'BSC', taken: '2', amount: '1', arrives: '0.9995' };
  // No market values it: two operators look at it.
  const { minutes } = await walkToWithdrawal('en', walk, async (id) => {
    for (const { client } of [treasurer, secondTreasurer]) {
      await client.call(consoleCalls.treasury.showWithdrawal, { id });
      await client.call(consoleCalls.treasury.approve, { id });
    }
  });
  expect(minutes).toBeLessThan(5);
});

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const t = depositTexts[lang];
  const assets = assetsTexts[lang];

  test('a new customer gets a deposit address, and sees a deposit confirm block by block', async () => {
    const { open } = await newcomer(lang, 'newcomer');
    const page = await open('pages/assets/index');
    await page.getByRole('link', { name: assets.deposit, exact: true }).click();
    const address = page.getByTestId('deposit-address');
    await expect.poll(async () => (await address.textContent())?.replaceAll(/\s/g, '')).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(await page.getByRole('img', { name: t.qr('USDT') }).count()).toBe(1);
    expect(await page.getByText(t.noRecent).count()).toBe(1);
    // A coin without a network here has no address, and the page says so.
    const elsewhere = await open('pages/deposit/charge?coin=BTC');
    await expect.poll(() => elsewhere.getByText(t.noChain('BTC')).count()).toBe(1);
    expect(await elsewhere.getByTestId('deposit-address').count()).toBe(0);
    await elsewhere.close();
    // By the keyboard too, what the page then says covers nothing.
    await page.context().grantPermissions(['clipboard-write']);
    await page.bringToFront();
    await page.getByRole('button', { name: t.copy }).press('Enter');
    expect(await toastOver(page)).toEqual([clipboardTexts[lang].copied, []]);
    expect(await focusUnderToast(page)).toEqual([]);

    await page.goBack();
    await page.getByRole('button', { name: assets.getCoins }).click();
    await page.getByRole('textbox', { name: assets.amount }).fill('500');
    await page.getByRole('button', { name: assets.receiveCoins('500', 'USDT') }).click();
    await expect.poll(() => page.getByText(assets.sent('500', 'USDT')).count()).toBe(1);
    await page.evaluate(watchDeposit);
    await page.getByRole('link', { name: assets.deposit, exact: true }).click();
    const row = page.getByTestId('deposit');
    // The first block may have passed before a busy machine has drawn the page.
    await expect
      .poll(() => page.evaluate<string[]>('shown'))
      .toContainEqual(expect.stringMatching(new RegExp([1, 2].map((count) => t.confirming(count, 3)).join('|'))));
    await expect.poll(() => row.getByText(t.states.credited).count()).toBe(1);
    expect(await row.textContent()).toContain('+500.00 USDT');
    await page.goBack();
    const usable = page.getByTestId('balance-USDT-usable');
    await expect.poll(() => usable.textContent()).toBe('500.00');
    // A deposit is not a gain.
    const gain = (await open('pages/home/index')).getByText(worthTexts[lang].dayGain);
    await expect.poll(() => gain.textContent()).toContain('0.00 (0.00%)');

    // The address that holds it is published, so that anyone can check it on the chain.
    const proof = await open('pages/assets/proof');
    const reserve = proof.getByTestId('reserve-ETH');
    await expect
      .poll(async () => {
        await proof.reload();
        await reserve.or(proof.getByText(proofTexts[lang].none)).waitFor();
        return reserve.count();
      })
      .toBe(1);
    expect(await reserve.textContent()).toMatch(/0x[0-9a-fA-F]{2}.*USDT/s);
  });

  test.each([
    ['BNB', /BEP20|BNB Smart Chain/],
    ['POL', /Polygon/],
    ['USDC', /ERC20/],
  ])(
    '%s from the faucet arrives over a network of its own or shared, at the customer’s one address',
    async (coin, network) => {
      const { open } = await newcomer(lang, `holder-${coin.toLowerCase()}`);
      const page = await open('pages/assets/index');
      await page.getByRole('button', { name: assets.getCoins }).click();
      await page.getByRole('combobox', { name: assets.coin }).selectOption(coin);
      await page.getByRole('textbox', { name: assets.amount }).fill('50');
      await page.getByRole('button', { name: assets.receiveCoins('50', coin) }).click();
      await expect.poll(() => page.getByText(assets.sent('50', coin)).count()).toBe(1);
      const deposit = await open(`pages/deposit/charge?coin=${coin}`);
      await deposit.getByText(network).first().waitFor();
      const address = deposit.getByTestId('deposit-address');
      await expect
        .poll(async () => (await address.textContent())?.replaceAll(/\s/g, ''))
        .toMatch(/^0x[0-9a-fA-F]{40}$/);
      const row = deposit.getByTestId('deposit');
      await expect.poll(() => row.getByText(t.states.credited).count(), { timeout: 60_000 }).toBe(1);
      expect(await row.textContent()).toContain(`+50.00 ${coin}`);
      const usable = page.getByTestId(`balance-${coin}-usable`);
      await expect.poll(() => usable.textContent()).toBe('50.00');
    },
  );

  test('a customer chooses another coin and network, each with its own requirements', async () => {
    const { open } = await newcomer(lang, 'chooser');
    const page = await open('pages/deposit/charge');
    await page.getByRole('button', { name: new RegExp(`^${t.coin}`) }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^ETH/ }).click();
    await expect.poll(() => page.getByRole('img', { name: t.qr('ETH') }).count()).toBe(1);
    await page.getByRole('button', { name: new RegExp(`^${t.network}`) }).click();
    const network = page.getByRole('dialog').getByRole('button', { name: /ERC20/ });
    expect(await network.textContent()).toContain('0.001 ETH');
    await network.click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});
