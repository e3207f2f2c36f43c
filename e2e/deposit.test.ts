import { randomUUID } from 'node:crypto';
import { createClient } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { calls, type Lang } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assetsTexts, clipboardTexts, depositTexts, proofTexts, worthTexts } from './harness/assets-page.ts';
import { codeFor, registerByApi, type ApiCustomer } from './harness/api-customer.ts';
import { verify } from './harness/bank.ts';
import { lastCopied, setPayPassword, watchCopies } from './harness/bank-desks.ts';
import { type ApiOperator, consoleUrlOf, enterOperator, openConsole } from './harness/console.ts';
import { consoleWords } from './harness/console-words.ts';
import { focusUnderToast, toastOver } from './harness/covered.ts';
import { newCustomer, openAs, register, type Customer } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { journeyLanguages } from './harness/journey-languages.ts';
import { passMinute, withMovableClock } from './harness/movable-clock.ts';
import { operate } from './harness/operator.ts';
import { sendPapers } from './harness/papers-form.ts';
import { closePages, sharedBrowser } from './harness/shared-browser.ts';
import { payPassword } from './harness/withdrawer.ts';
import { words } from './harness/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let treasurer: ApiOperator;
let secondTreasurer: ApiOperator;
let checker: ApiOperator;

beforeAll(async () => {
  // With the demo's chain, on which the faucet's coins are transferred.
  exchange = await startExchange({
    env: { DEMO_CHAIN: 'on', DEMO_BLOCK_SECONDS: '1', CONSOLE_PORT: '0', WITHDRAWAL_WAIT_SECONDS: '' },
    command: withMovableClock,
  });
  browser = await sharedBrowser();
  // The codes of an authenticator app need the server's clock as it is.
  treasurer = await enterOperator(exchange, 'treasurer', 'treasury');
  secondTreasurer = await enterOperator(exchange, 'second.treasurer', 'treasury');
  checker = await enterOperator(exchange, 'checker', 'market');
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

async function newcomer(lang: Lang, name: string): Promise<Customer & Pick<ApiCustomer, 'receive'>> {
  const { token, email, receive } = await registerByApi(exchange.url, `${name}-${lang}@example.com`, lang);
  return { ...(await newCustomer({ browser, url: exchange.url, lang, email, token })), receive };
}

/** Collects every text of the deposit: a state may pass faster than a busy machine polls. */
const watchDeposit = `
  globalThis.shown = [];
  new MutationObserver(() => {
    const text = document.querySelector('[data-testid="deposit"]')?.textContent;
    if (text && shown.at(-1) !== text) shown.push(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

/**
 * Registers a newcomer who withdraws from the demo's coins, by the app's pages alone. Returns the minutes of the server's clock that the exchange made
 * them wait: a code comes a minute after the last one, and new addresses and passwords rest for less than that.
 */
async function walkToWithdrawal(lang: Lang): Promise<{ readonly id: string; readonly minutes: number }> {
  const t = words(lang);
  const customer = await newCustomer({ browser, url: exchange.url, lang, email: `walker-${lang}@example.com` });
  await register(customer);
  const page = await customer.open('pages/assets/index');
  const anonymous = createClient({ baseUrl: exchange.url });
  const goTo = (path: string) => page.goto(`${exchange.url}/#/${path}`);
  let minutes = 0;
  const fillCode = async (label: string): Promise<void> => {
    await passMinute(exchange);
    minutes += 1;
    const newest = () => codeFor(anonymous, customer.email);
    const earlier = await newest();
    await page.getByRole('button', { name: t.code.sendCode, exact: true }).click();
    await expect.poll(newest).not.toBe(earlier);
    await page.getByLabel(label, { exact: true }).fill(await newest());
  };
  await page.getByRole('button', { name: t.assets.getCoins }).click();
  await page.getByRole('textbox', { name: t.assets.amount }).fill('100');
  await page.getByRole('button', { name: t.assets.receiveCoins('100', 'USDT') }).click();

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

  await goTo('pages/wallet/add?coin=USDT&chain=ETH');
  await page.getByLabel(t.wallet.address, { exact: true }).fill('0x52908400098527886E0F7030069857D2E4169EE7');
  await page.getByLabel(t.wallet.name, { exact: true }).fill('Cold');
  await page.getByLabel(t.money.payPassword, { exact: true }).fill(payPassword);
  await page.getByRole('button', { name: t.wallet.save, exact: true }).click();
  await page.getByText(t.wallet.saved, { exact: true }).waitFor();
  await passMinute(exchange);
  minutes += 1;

  await goTo('pages/deposit/withdraw?coin=USDT&chain=ETH');
  // The page learns the server's time when it loads, and the coins may still be on their way over the chain.
  const isUsable = async (): Promise<boolean> => {
    await page.reload();
    const usable = page.getByText(new RegExp(`${t.withdraw.usable} 100(\\.0*)? USDT`));
    return usable.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isUsable, { timeout: 90_000 }).toBe(true);
  await page.getByRole('button', { name: t.withdraw.chooseAddress }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Cold/ }).click();
  await page.getByLabel(t.withdraw.amount, { exact: true }).fill('20');
  await page.getByRole('button', { name: t.withdraw.goOn, exact: true }).click();
  await fillCode(t.withdraw.code);
  await page.getByLabel(t.money.payPassword, { exact: true }).fill(payPassword);
  await page.getByRole('button', { name: new RegExp(`^${t.withdraw.submit('17(\\.0*)? USDT')}$`) }).click();
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

test('a network’s own coin is withdrawn over that network, once two operators agree', async () => {
  const customer = await registerByApi(exchange.url, 'own-coin@example.com');
  const { client, email, token, receive } = customer;
  await receive('BNB', '2');
  await verify(exchange, customer, 'Anna Novak');
  await passMinute(exchange);
  await setPayPassword(customer);
  const way = { coin: 'BNB', chain: 'BSC' } as const;
  const address = { name: 'Cold', address: '0x52908400098527886E0F7030069857D2E4169EE7', payPassword };
  const { id: addressId } = await client.call(calls.addresses.create, { ...way, ...address });
  await passMinute(exchange);
  const usable = async () => (await client.call(calls.transfer.balances, { coin: 'BNB' })).coins[0]?.coinAccount;
  await expect.poll(async () => Number(await usable())).toBe(2);
  const request = { ...way, amount: '1', addressId };
  const earlier = await codeFor(client, email);
  await client.call(calls.withdrawals.sendCode, request);
  await expect.poll(() => codeFor(client, email)).not.toBe(earlier);
  const proofs = { requestId: randomUUID(), code: await codeFor(client, email), payPassword };
  const { id } = await client.call(calls.withdrawals.submit, { ...request, ...proofs });
  const page = await openAs({ browser, url: exchange.url, lang: 'en' }, { token }, `pages/deposit/withdraw?id=${id}`);
  // No market values it: two operators look at it.
  await page.getByTestId('withdrawal-review').waitFor();
  for (const operator of [treasurer, secondTreasurer]) {
    await operator.client.call(consoleCalls.treasury.showWithdrawal, { id: Number(id) });
    await operator.client.call(consoleCalls.treasury.approve, { id: Number(id) });
  }
  await page.getByTestId('withdrawal-done').waitFor();
  await page.context().close();
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
    await page.evaluate(watchCopies);
    await page.getByRole('button', { name: t.copy }).press('Enter');
    expect(await toastOver(page)).toEqual([clipboardTexts[lang].copied, []]);
    expect(await focusUnderToast(page)).toEqual([]);
    expect(await lastCopied(page)).toBe((await address.textContent())?.replaceAll(/\s/g, ''));

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

  test('coins from the faucet arrive over networks of their own or shared, at the customer’s one address', async () => {
    const { open, receive, context } = await newcomer(lang, 'holder');
    for (const coin of ['BNB', 'POL', 'USDC']) await receive(coin, '50');
    const addresses = new Set<string>();
    for (const [coin, network] of [
      ['BNB', /BEP20|BNB Smart Chain/],
      ['POL', /Polygon/],
      ['USDC', /ERC20/],
    ] as const) {
      const page = await open(`pages/deposit/charge?coin=${coin}`);
      await page.getByText(network).first().waitFor();
      const row = page.getByTestId('deposit').filter({ hasText: `+50.00 ${coin}` });
      await row.getByText(t.states.credited).waitFor();
      addresses.add(await page.getByTestId('deposit-address').innerText());
      await page.close();
    }
    expect(addresses.size).toBe(1);
    expect([...addresses][0]?.replaceAll(/\s/g, '')).toMatch(/^0x[0-9a-fA-F]{40}$/);
    const page = await open('pages/assets/index');
    for (const coin of ['BNB', 'POL', 'USDC'])
      await expect.poll(() => page.getByTestId(`balance-${coin}-usable`).textContent()).toBe('50.00');
    await context.close();
  });

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
