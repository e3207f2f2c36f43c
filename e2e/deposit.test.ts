import { consoleCalls } from '@fft/console-contract';
import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assetsTexts, clipboardTexts, depositTexts, proofTexts, worthTexts } from './harness/pages/assets-page.ts';
import { codeFor, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { enterOperator } from './harness/console/console.ts';
import { lastCopied, watchCopies } from './harness/browser/copies.ts';
import { focusUnderToast, toastOver } from './harness/measures/covered.ts';
import { newCustomer, type Customer } from './harness/people/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { passMinute, withMovableClock } from './harness/exchange/movable-clock.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { payPassword, setPayPassword, verify } from './harness/people/withdrawer.ts';
import { words } from './harness/pages/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  // With the demo's chain, on which the faucet's coins are transferred.
  exchange = await startExchange({
    env: { DEMO_CHAIN: 'on', DEMO_BLOCK_SECONDS: '1', CONSOLE_PORT: '0', WITHDRAWAL_WAIT_SECONDS: '' },
    command: withMovableClock,
  });
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

async function newcomer(lang: Lang, name: string): Promise<Customer & ApiCustomer> {
  const customer = await registerByApi(exchange.url, `${name}-${lang}@example.com`, lang);
  const { token, email } = customer;
  return { ...customer, ...(await newCustomer({ browser, url: exchange.url, lang, email, token })) };
}

/** Waits until the hot wallet of every chain has signed the first publication, and returns the chains. */
async function signedChains({ client }: ApiCustomer): Promise<readonly string[]> {
  const unsigned = async () => {
    const [reserves, [publication]] = await Promise.all([
      client.call(calls.proof.reserves, {}),
      client.call(calls.proof.liabilities, {}),
    ]);
    const isSigned = (hot: string): boolean => publication?.signatures.some(({ address }) => address === hot) === true;
    return reserves.length === 0 ? null : reserves.filter(({ hot }) => !isSigned(hot)).map(({ chain }) => chain);
  };
  await expect.poll(unsigned, { timeout: patienceMs }).toEqual([]);
  return (await client.call(calls.proof.reserves, {})).map(({ chain }) => chain);
}

/** Changes the publication on its way to the page. */
async function forge(page: Page, change: (text: string) => string): Promise<void> {
  await page.route('**/api/proof/index.html*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
  await page.reload();
}

const tagsOf = async (page: Page, chains: readonly string[], label: string): Promise<readonly string[]> => {
  const counts = await Promise.all(
    chains.map((chain) => page.getByTestId(`reserve-${chain}`).getByText(label, { exact: true }).count()),
  );
  return chains.filter((_, index) => counts[index] === 1);
};

// Before others have deposits: the first publication is of one customer's.
test.each(journeyLanguages('en').slice(0, 1))(
  'the device verifies the signature of each hot wallet, and detects a forged total or signature (%s)',
  async (lang) => {
    const t = proofTexts[lang];
    const customer = await newcomer(lang, 'reserves');
    await customer.receive('USDT', '12.5');
    const chains = await signedChains(customer);
    expect(chains).toContain('ETH');
    const page = await customer.open('pages/assets/proof');
    await expect.poll(() => tagsOf(page, chains, t.signed)).toEqual(chains);
    // The address that holds it is published, so that anyone can check it on the chain.
    const reserve = page.getByTestId('reserve-ETH');
    await expect
      .poll(async () => {
        await page.reload();
        return reserve.textContent();
      })
      .toMatch(/0x[0-9a-fA-F]{2}.*USDT/s);

    // A wallet's signature is of all totals.
    await forge(page, (text) => text.replaceAll('"12500000"', '"12400000"'));
    await expect.poll(() => tagsOf(page, chains, t.wronglySigned)).toEqual(chains);

    // The signature of one chain in place of another's: that one alone is wrong.
    await page.unroute('**/api/proof/index.html*');
    await forge(page, (text) => {
      const { data, ...envelope } = JSON.parse(text) as {
        data: readonly { signatures: { chain: string; signature: string }[] }[];
      };
      for (const { signatures } of data) {
        const other = signatures.find(({ chain }) => chain !== 'ETH')?.signature ?? '';
        for (const one of signatures) if (one.chain === 'ETH') one.signature = other;
      }
      return JSON.stringify({ ...envelope, data });
    });
    await expect.poll(() => tagsOf(page, chains, t.wronglySigned)).toEqual(['ETH']);
    expect(await tagsOf(page, chains, t.signed)).toEqual(chains.filter((chain) => chain !== 'ETH'));
    await customer.context.close();
  },
);

/** Collects every text of the deposit: a state may pass faster than a busy machine polls. */
const watchDeposit = `
  globalThis.shown = [];
  new MutationObserver(() => {
    const text = document.querySelector('[data-testid="deposit"]')?.textContent;
    if (text && shown.at(-1) !== text) shown.push(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

/**
 * Has a newcomer withdraw from the demo's coins. Returns the minutes of the server's clock that the exchange made them wait: a code comes a minute after
 * the last one, and new addresses and passwords rest for less than that.
 */
async function walkToWithdrawal(lang: Lang): Promise<number> {
  const t = words(lang);
  const customer = await newcomer(lang, 'walker');
  await customer.receive('USDT', '100');
  const id = await verify(exchange, customer, 'Anna Novak');
  const page = await customer.open('pages/user/setJpass');
  let minutes = 0;
  const pass = async (): Promise<void> => {
    await passMinute(exchange);
    minutes += 1;
  };
  const fillCode = async (label: string): Promise<void> => {
    await pass();
    const newest = () => codeFor(customer.client, customer.email);
    const earlier = await newest();
    await page.getByRole('button', { name: t.code.sendCode, exact: true }).click();
    await expect.poll(newest).not.toBe(earlier);
    await page.getByLabel(label, { exact: true }).fill(await newest());
  };
  await page.getByLabel(t.credentials.payNew, { exact: true }).fill(payPassword);
  await page.getByLabel(t.credentials.payAgain, { exact: true }).fill(payPassword);
  await fillCode(t.credentials.mailCode);
  await page.getByRole('button', { name: t.credentials.confirm, exact: true }).click();
  await page.getByText(t.credentials.paySet, { exact: true }).waitFor();
  await customer.client.call(calls.addresses.create, {
    coin: 'USDT',
    chain: 'ETH',
    name: 'Cold',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    payPassword,
  });
  await pass();
  const usable = async () =>
    (await customer.client.call(calls.transfer.balances, { coin: 'USDT' })).coins[0]?.coinAccount;
  await expect.poll(async () => Number(await usable()), { timeout: 90_000 }).toBe(100);
  await page.goto(`${exchange.url}/#/pages/deposit/withdraw?coin=USDT&chain=ETH`);
  // The page learns the server's time when it loads.
  await page.reload();
  await page.getByRole('button', { name: t.withdraw.chooseAddress }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Cold/ }).click();
  await page.getByLabel(t.withdraw.amount, { exact: true }).fill('20');
  await page.getByRole('button', { name: t.withdraw.goOn, exact: true }).click();
  await fillCode(t.withdraw.code);
  await page.getByLabel(t.money.payPassword, { exact: true }).fill(payPassword);
  await page.getByRole('button', { name: new RegExp(`^${t.withdraw.submit('17(\\.0*)? USDT')}$`) }).click();
  await page.getByTestId('withdrawal-done').waitFor({ timeout: 60_000 });
  await customer.context.close();
  // The console names the customer on what came and on what left.
  const { client } = await enterOperator(exchange, 'treasurer', 'treasury');
  for (const kind of ['deposits', 'payments'] as const) {
    const { items } = await client.call(consoleCalls.treasury.movements, { kind });
    const own = items.filter((each) => String(each.customer) === id);
    expect(own.map(({ name }) => name)).toEqual(['Anna Novak']);
  }
  return minutes;
}

test.each(journeyLanguages('zh'))('a newcomer withdraws over the chain within five minutes (%s)', async (lang) => {
  expect(await walkToWithdrawal(lang)).toBeLessThan(5);
});

test.each(journeyLanguages('en'))(
  'a customer compares a coin’s networks, and finds the last one used on the next page (%s)',
  async (lang) => {
    const { money } = words(lang);
    const customer = await newcomer(lang, 'comparing');
    await verify(exchange, customer, 'Lee Wong');
    await passMinute(exchange);
    await setPayPassword(customer);
    const page = await customer.open('pages/deposit/withdraw?coin=USDT');
    const network = page.getByRole('button', { name: new RegExp(`^${money.network}`) });
    await network.click();
    const rows = page.getByRole('dialog').getByRole('button');
    expect(await rows.filter({ hasText: 'ERC20' }).textContent()).toContain(`${money.fee} 3 USDT`);
    const other = rows.filter({ hasText: 'BEP20' });
    expect(await other.textContent()).toContain(`${money.fee} 0.3 USDT`);
    expect(await other.textContent()).toContain(`${money.least} 5 USDT`);
    await other.click();
    await network.filter({ hasText: 'BEP20' }).waitFor();
    await page.goto(`${exchange.url}/#/pages/wallet/add?coin=USDT`);
    await network.filter({ hasText: 'BEP20' }).waitFor();
    await customer.context.close();
  },
);

describe.each(journeyLanguages('zh'))('in %s', (lang) => {
  const t = depositTexts[lang];
  const assets = assetsTexts[lang];

  test('a new customer gets a deposit address, and sees a deposit confirm block by block', async () => {
    const { open, context } = await newcomer(lang, 'newcomer');
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
    expect(await row.textContent()).toContain('+500.000000 USDT');
    await page.goBack();
    const usable = page.getByTestId('balance-USDT-usable');
    await expect.poll(() => usable.textContent()).toBe('500.000000');
    // A deposit is not a gain.
    const gain = (await open('pages/home/index')).getByText(worthTexts[lang].dayGain);
    await expect.poll(() => gain.textContent()).toContain('0.00 (0.00%)');
    await context.close();
  });

  test('coins from the faucet arrive over networks of their own or shared, at the customer’s one address', async () => {
    const { open, receive, context } = await newcomer(lang, 'holder');
    const coins = [
      ['BNB', /BEP20|BNB Smart Chain/],
      ['POL', /Polygon/],
      ['USDC', /ERC20/],
    ] as const;
    for (const [coin] of coins) await receive(coin, '50');
    const addresses = new Set<string>();
    const page = await open('pages/assets/index');
    for (const [coin] of coins) await page.getByTestId(`balance-${coin}-usable`).getByText('50.00').waitFor();
    for (const [coin, network] of coins) {
      await page.goto(`${exchange.url}/#/pages/deposit/charge?coin=${coin}`);
      // The page keeps what it shows while only its query changes.
      await page.reload();
      await page.getByText(network).first().waitFor();
      const row = page.getByTestId('deposit').filter({ hasText: new RegExp(`\\+50\\.0+ ${coin}`) });
      await row.getByText(t.states.credited).waitFor();
      addresses.add(await page.getByTestId('deposit-address').innerText());
    }
    expect(addresses.size).toBe(1);
    expect([...addresses][0]?.replaceAll(/\s/g, '')).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await context.close();
  });

  test('while an operator has paused a network, the deposit and withdrawal pages say so; then a customer chooses coin and network', async () => {
    const { open, context } = await newcomer(lang, 'paused');
    const { client } = await enterOperator(exchange, 'treasurer', 'treasury');
    const change = async (paused: boolean): Promise<void> => {
      const { pause } = consoleCalls.networks;
      await client.call(pause, { chain: 'ETH', coin: 'USDT', direction: 'deposits', paused });
      await client.call(pause, { chain: 'ETH', direction: 'withdrawals', paused });
    };
    await change(true);
    const page = await open('pages/deposit/charge?coin=USDT&chain=ETH');
    await page.getByText(new RegExp(t.paused('USDT', '.+'))).waitFor();
    expect(await page.getByTestId('deposit-address').count()).toBe(0);
    // Another coin of the network still has its address.
    await page.goto(`${exchange.url}/#/pages/deposit/charge?coin=ETH&chain=ETH`);
    await page.reload();
    await page.getByTestId('deposit-address').waitFor();
    await page.goto(`${exchange.url}/#/pages/deposit/withdraw?coin=ETH&chain=ETH`);
    await page.getByText(words(lang).withdrawPause.text).waitFor();
    await change(false);
    await page.reload();
    await page.getByRole('textbox').first().waitFor();
    expect(await page.getByText(words(lang).withdrawPause.text).count()).toBe(0);
    await page.goto(`${exchange.url}/#/pages/deposit/charge?coin=USDT&chain=ETH`);
    await page.getByTestId('deposit-address').waitFor();
    // Another coin and network have requirements of their own.
    await page.getByRole('button', { name: new RegExp(`^${t.coin}`) }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^ETH/ }).click();
    await expect.poll(() => page.getByRole('img', { name: t.qr('ETH') }).count()).toBe(1);
    await page.getByRole('button', { name: new RegExp(`^${t.network}`) }).click();
    const network = page.getByRole('dialog').getByRole('button', { name: /ERC20/ });
    expect(await network.textContent()).toContain('0.001 ETH');
    await network.click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });
});
