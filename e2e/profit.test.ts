import { readFile } from 'node:fs/promises';
import { calls, type Lang } from '@fft/contract';
import { divideHalfEven } from '@fft/decimal';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { patienceMs } from './harness/browser/patience.ts';
import { newPhone } from './harness/browser/phone.ts';
import { attributesOf } from './harness/measures/attributes.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { words } from './harness/pages/words.ts';

const trades = 200;
/** Units of a coin with eight places. */
const coinUnit = 100_000_000n;

let browser: Browser;
let exchange: ExchangeProcess;
let maker: ApiCustomer;

beforeAll(async () => {
  exchange = await startExchange({ env: { ORDERS_PER_10S: '100000', MAKER: 'off' } });
  browser = await sharedBrowser();
  maker = await registerByApi(exchange.url, 'maker@example.com');
  await maker.receive('BTC', '0.6');
  await maker.receive('USDT', '20000');
});

afterAll(async () => {
  await closePages(browser);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

interface Device {
  readonly lang: Lang;
  readonly width: number;
  readonly path: string;
}

async function open(customer: ApiCustomer, { lang, width, path }: Device): Promise<Page> {
  const device = { viewport: { width, height: 844 } };
  const context = await newPhone({ browser, url: exchange.url, lang, token: customer.token, device });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(`${exchange.url}/#/${path}`);
  return page;
}

/** Of an order's answer: what its fills moved, as the page of the order shows it. */
interface Fill {
  readonly side: 'buy' | 'sell';
  readonly price: bigint;
  readonly quantity: bigint;
  readonly fee: bigint;
}

const unitsOf = (text: string, places: number): bigint => {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(places, '0').slice(0, places));
};

const signedUnits = (text: string, places: number): bigint =>
  text.startsWith('-') ? -unitsOf(text.slice(1), places) : unitsOf(text, places);

/** Counts by hand: money exactly, in fractions of a millionth. */
function gainsOf(fills: readonly Fill[]): { readonly fifo: bigint; readonly average: bigint; readonly left: bigint } {
  const fine = 10n ** 15n;
  const lots: { units: bigint; cost: bigint }[] = [];
  const pool = { units: 0n, cost: 0n };
  let [fifo, average] = [0n, 0n];
  for (const { side, price, quantity, fee } of fills) {
    const total = (price * quantity * fine) / coinUnit;
    if (side === 'buy') {
      lots.push({ units: quantity - fee, cost: total });
      pool.units += quantity - fee;
      pool.cost += total;
      continue;
    }
    let cost = 0n;
    for (let left = quantity; left > 0n;) {
      const [lot] = lots;
      if (!lot) throw new Error('more was sold than bought');
      const part = lot.units < left ? lot.units : left;
      const share = (lot.cost * part) / lot.units;
      cost += share;
      lot.cost -= share;
      lot.units -= part;
      left -= part;
      if (lot.units === 0n) lots.shift();
    }
    fifo += total - fee * fine - cost;
    const share = (pool.cost * quantity) / pool.units;
    average += total - fee * fine - share;
    pool.cost -= share;
    pool.units -= quantity;
  }
  return { fifo: fifo / fine, average: average / fine, left: pool.units };
}

/** To the cent, as pages show it. */
function cents(worth: bigint): string {
  const digits = String((worth < 0n ? -worth : worth) / 10_000n).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  const text = `${whole}.${digits.slice(-2)}`;
  return worth < 0n ? `−${text}` : `+${text}`;
}

test(`the profit is right to the cent after ${trades} random trades`, { timeout: 600_000 }, async () => {
  const anna = await registerByApi(exchange.url, 'anna@example.com', 'en');
  await anna.receive('USDT', '50000');
  let seen = 20_261_127;
  /** A fixed sequence (Park and Miller), so that a failure can be repeated. */
  const below = (count: number): number => {
    seen = (seen * 48_271) % 2_147_483_647;
    return seen % count;
  };
  let held = 0n;
  for (let done = 0; done < trades; done += 1) {
    const price = String(90_000 + below(2_000) - 1_000);
    const quantity = 10 + below(90);
    // Less than what is left of a purchase after its fee.
    const isSale = held > BigInt(quantity) * 1_001n && below(2) === 0;
    const order = { symbol: 'BTC/USDT', type: 'limit', price, quantity: (quantity / 100_000).toFixed(5) } as const;
    const [side, other] = isSale ? (['sell', 'buy'] as const) : (['buy', 'sell'] as const);
    const [first, second] = below(2) === 0 ? [anna, maker] : [maker, anna];
    await first.place({ ...order, side: first === anna ? side : other });
    await second.place({ ...order, side: second === anna ? side : other });
    held += BigInt(quantity) * (isSale ? -1_000n : 998n);
  }
  const fills = await fillsOf(anna);
  expect(fills).toHaveLength(trades);
  const { fifo, average, left } = gainsOf(fills);

  const t = words('en').profit;
  const page = await open(anna, { lang: 'en', width: 390, path: 'pages/assets/index' });
  await page.getByTitle(words('en').worth.profit).click();
  await page.getByRole('heading', { name: t.title, exact: true }).waitFor();
  const realised = page.getByTestId('profit-realised');
  await expect.poll(() => realised.innerText()).toBe(cents(fifo));
  expect(await page.getByTestId('market-BTC/USDT').innerText()).toBe(cents(fifo));
  await page.getByText(t.methods.average, { exact: true }).click();
  await expect.poll(() => realised.innerText()).toBe(cents(average));

  // The coin's lots are all that is left.
  await page.getByTestId('profit-BTC').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByTestId('lot').first().waitFor();
  const { items } = await anna.client.call(calls.profit.lots, { coin: 'BTC', limit: 100 });
  expect(items.reduce((sum, { quantity }) => sum + unitsOf(quantity, 8), 0n)).toBe(left);
  expect(await sheet.getByTestId('lot').count()).toBe(Math.min(20, items.length));
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  // A file for tax has the same gain.
  await page.getByRole('button', { name: t.taxFile }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: t.taxYear }).selectOption('all');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: t.taxExport }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('fft-tax-lots.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n').slice(1);
  const gain = lines.reduce((sum, line) => sum + signedUnits(line.split(',').at(-1) ?? '', 6), 0n);
  expect(cents(gain)).toBe(cents(fifo));
  await page.getByText(t.taxDone(lines.length)).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // Wide: a table that sorts, beside the curve.
  await page.setViewportSize({ width: 1280, height: 800 });
  const rows = page.getByTestId('profit-row');
  await rows.first().waitFor();
  const coins = async () => (await attributesOf(rows, 'data-id')).flat();
  await page.getByRole('columnheader', { name: t.coin, exact: true }).getByRole('button').click();
  await expect.poll(coins).toEqual(['USDT', 'BTC']);
  await page.getByRole('columnheader', { name: t.coin, exact: true }).getByRole('button').click();
  await expect.poll(coins).toEqual(['BTC', 'USDT']);
  await expect.poll(() => page.getByTestId('realised-BTC').innerText()).toBe(cents(average));
  await page.getByRole('region', { name: t.curve }).waitFor();

  // The workspace says the same beside the chart.
  const desk = await open(anna, { lang: 'en', width: 1440, path: 'pages/home/trade?symbol=BTC/USDT' });
  const coin = desk.locator('[data-panel=coin]').getByLabel('BTC', { exact: true });
  await expect.poll(() => coin.getByTestId('realised-BTC').innerText()).toBe(cents(average));
  const { figures } = await anna.client.call(calls.profit.summary, { method: 'average' });
  const btc = figures?.coins.find((one) => one.coin === 'BTC');
  await coin.getByText(t.averageCost).waitFor();
  expect(unitsOf((await coin.getByTestId('average-BTC').innerText()).replaceAll(',', ''), 2)).toBe(
    divideHalfEven(unitsOf(btc?.average ?? '', 12), 10n ** 10n),
  );
  expect(await coin.getByTestId('unrealised-BTC').innerText()).toBe(cents(signedUnits(btc?.unrealised ?? '', 6)));
  await desk.context().close();
  await page.context().close();
});

/** Every fill of a customer, oldest first, from their order history. */
async function fillsOf({ client }: ApiCustomer): Promise<readonly Fill[]> {
  const found: (Fill & { readonly time: number; readonly id: bigint })[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.call(calls.trade.history, { limit: 100, ...(cursor !== undefined && { cursor }) });
    for (const { id, side, fills = [] } of page.items) {
      for (const { price, quantity, fee, time } of fills) {
        const places = side === 'buy' ? 8 : 6;
        const moved = { price: unitsOf(price, 6), quantity: unitsOf(quantity, 8), fee: unitsOf(fee, places) };
        found.push({ ...moved, side, time, id: BigInt(id) });
      }
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return found.toSorted((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
}

test.each(journeyLanguages('zh'))('without history the page says so, and leads on (%s)', async (lang) => {
  const t = words(lang).profit;
  const newcomer = await registerByApi(exchange.url, `newcomer-${lang}@example.com`, lang);
  for (const width of [320, 1024]) {
    const page = await open(newcomer, { lang, width, path: 'pages/assets/profit' });
    await page.getByText(t.emptyText).waitFor();
    expect(await page.getByRole('button', { name: t.trade }).count()).toBe(1);
    await page.context().close();
  }
});
