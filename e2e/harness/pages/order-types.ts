import type { Lang } from '@fft/contract';
import type { Locator, Page } from 'playwright-core';
import type { ApiCustomer } from '../people/api-customer.ts';
import { orderPairTexts, orderSheetTexts, tradeTexts } from './trade-page.ts';
import { words } from './words.ts';

/** A type of order on a phone, where the last price is 60,000 and the customer has 1,210 USDT and 0.02 BTC. */
export interface OrderType {
  readonly name: string;
  /** Chooses the type from the sheet of advanced ones, and fills it in. */
  readonly enter: (page: Page) => Promise<void>;
  /** Texts that the form shows about the order. */
  readonly says?: readonly string[];
  /** The form's button. */
  readonly send: string;
  readonly asks?: 'dialog' | 'alertdialog';
  /** Texts that the confirmation shows. */
  readonly confirms?: readonly string[];
  /** Texts that the confirmation must not show. */
  readonly omits?: readonly string[];
  readonly confirm: string;
  /** The open orders that the server has after the confirmation. */
  readonly stored: readonly Readonly<Record<string, unknown>>[];
  /** Text of the order's row in the list of open orders. */
  readonly listed: string;
  /** Ends the order: the customer cancels it, or the market triggers or fills it. */
  readonly end: (page: Page, customer: ApiCustomer) => Promise<void>;
  /** The final states of the orders that the type consists of. */
  readonly ends: readonly string[];
}

export interface Market {
  /** Places a resting order. */
  readonly offer: (side: 'buy' | 'sell', price: string, quantity: string) => Promise<void>;
  /** Trades at this price, which becomes the last price. */
  readonly tradeAt: (price: string) => Promise<void>;
}

const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value);
}

/** Every type of order that has a form, in a language. */
export const orderTypesOf = (lang: Lang, market: Market): readonly OrderType[] => [
  stopLimitOf(lang, market),
  icebergOf(lang),
  pairOf(lang, market),
  bracketOf(lang, market),
  ...trailingStopsOf(lang, market),
  scaledOrderOf(lang),
];

/** Chooses a kind of order that the trade page's own form offers, from the sheet of advanced types. */
async function chooseKind(page: Page, lang: Lang, kind: string | RegExp): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: kind }).click();
  await sheet.getByRole('button', { name: orderSheetTexts[lang].done, exact: true }).click();
  await sheet.waitFor({ state: 'hidden' });
}

function stopLimitOf(lang: Lang, market: Market): OrderType {
  const t = tradeTexts[lang];
  return {
    name: 'stop-limit',
    enter: async (page) => {
      await chooseKind(page, lang, new RegExp(`^${t.kindsShort.stopLimit}`));
      await fill(page, { [t.stopPrice('USDT')]: '60500', [t.price('USDT')]: '60600', [t.quantity('BTC')]: '0.01' });
    },
    send: t.buyCoin('BTC'),
    asks: 'dialog',
    confirms: [t.rising('60,500.0')],
    confirm: orderSheetTexts[lang].confirmBuy,
    stored: [{ stopPrice: '60500.0', price: '60600.0', quantity: '0.01000' }],
    listed: t.waiting,
    end: async () => {
      await market.offer('sell', '60600', '0.01');
      await market.tradeAt('60500');
    },
    ends: ['filled'],
  };
}

function icebergOf(lang: Lang): OrderType {
  const [t, onSheet] = [tradeTexts[lang], orderSheetTexts[lang]];
  return {
    name: 'iceberg',
    enter: async (page) => {
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: new RegExp(`^${t.kindsShort.limit}`) }).click();
      await sheet.getByRole('radio', { name: onSheet.untilDate, exact: true }).click();
      await sheet.getByRole('switch', { name: t.iceberg }).click();
      await sheet.getByLabel(onSheet.visible('BTC'), { exact: true }).fill('0.002');
      await sheet.getByRole('button', { name: onSheet.done, exact: true }).click();
      await sheet.waitFor({ state: 'hidden' });
      await fill(page, { [t.price('USDT')]: '55000', [t.quantity('BTC')]: '0.01' });
    },
    send: t.buyCoin('BTC'),
    asks: 'dialog',
    confirm: onSheet.confirmBuy,
    stored: [{ price: '55000.0', quantity: '0.01000' }],
    listed: t.iceberg,
    end: async (page, { place }) => {
      await page.locator('[data-testid=book-bid-row][data-quantity^="0.002"]').first().waitFor();
      await place({ symbol: 'BTC/USDT', type: 'limit', side: 'buy', price: '54000', quantity: '0.001' });
      await page.getByRole('button', { name: t.cancelAll, exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: t.cancelAll, exact: true }).click();
      await page.getByText(t.cancelAllDone(2)).waitFor();
    },
    ends: ['cancelled'],
  };
}

function pairOf(lang: Lang, market: Market): OrderType {
  const [t, onSheet, pairs] = [tradeTexts[lang], orderSheetTexts[lang], orderPairTexts[lang]];
  const profit = t.profitPrice('USDT');
  return {
    name: 'OCO pair',
    enter: async (page) => {
      await chooseKind(page, lang, t.kindsShort.pair);
      await page.getByRole('radio', { name: t.sell, exact: true }).click();
      await fill(page, { [profit]: '59000', [t.stopPrice('USDT')]: '59500', [t.quantity('BTC')]: '0.01' });
      await page.getByRole('button', { name: t.sellCoin('BTC'), exact: true }).click();
      await page.getByText(t.faults.pairAbove).waitFor();
      await fill(page, { [profit]: '61000' });
    },
    send: t.sellCoin('BTC'),
    asks: 'dialog',
    // Proceeds of each order, less the fee. The stop is a market order without a price, so its trigger price counts.
    confirms: [onSheet.willPair, '609.39 USDT', '≈ 594.405 USDT', onSheet.orderPrice],
    omits: [onSheet.stopThen],
    confirm: onSheet.confirmSell,
    stored: [{ stopPrice: '59500.0' }, { price: '61000.0' }],
    listed: pairs.stopTerms('59,500.0', pairs.market),
    end: () => market.offer('buy', '61000', '0.01'),
    ends: ['cancelled', 'filled'],
  };
}

/** Opens the page of a type from the sheet of advanced ones. */
async function openPlan(page: Page, plan: string, title: string): Promise<void> {
  await page.getByRole('link', { name: plan }).click();
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
}

/** Cancels the first open order, and presses `answer` in the confirmation. */
async function cancelFirst(page: Page, lang: Lang, answer: string): Promise<void> {
  const { cancelOrder } = tradeTexts[lang];
  await page.getByTestId('order-row').first().getByRole('button', { name: cancelOrder }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: answer }).click();
}

function bracketOf(lang: Lang, market: Market): OrderType {
  const { bracket: t, orderParents } = words(lang);
  const legs = [orderParents.legs.profit('63,000.0'), orderParents.legs.loss('57,000.0')].join(' · ');
  const [takeProfit, stopLoss] = [`${t.takeProfit} (USDT)`, `${t.stopLoss} (USDT)`];
  return {
    name: 'bracket',
    enter: async (page) => {
      await openPlan(page, orderSheetTexts[lang].plans.bracket, t.title);
      await fill(page, { [`${t.price} (USDT)`]: '60000', [`${t.quantity} (BTC)`]: '0.02', [takeProfit]: '59000' });
      await page.getByText(t.profitWrong('buy'), { exact: true }).waitFor();
      await fill(page, { [takeProfit]: '63000', [stopLoss]: '57000' });
    },
    says: [t.profitAt('+5.00%'), t.lossAt('−5.00%')],
    send: t.place('buy'),
    confirm: t.confirmYes,
    stored: [{ takeProfitPrice: '63000.0', stopLossPrice: '57000.0', quantity: '0.02000' }],
    listed: legs,
    end: async (page) => {
      // Both legs protect the filled quantity, until the price falls to one of them.
      await market.offer('sell', '60000', '0.02');
      const rows = page.getByTestId('order-row');
      await rows.getByText(legs).waitFor({ state: 'detached' });
      await rows.getByText(orderParents.bracket, { exact: true }).first().waitFor();
      await market.offer('buy', '56900', '0.02');
      await market.tradeAt('57000');
    },
    ends: ['cancelled', 'filled'],
  };
}

function trailingStopsOf(lang: Lang, market: Market): readonly OrderType[] {
  const { trailing: t, orderParents } = words(lang);
  const openSale = async (page: Page): Promise<void> => {
    await openPlan(page, orderSheetTexts[lang].plans.trailing, t.title);
    await page.getByText(t.sell, { exact: true }).first().click();
  };
  const sale = { send: t.place('sell'), confirm: t.confirmYes } as const;
  return [
    {
      name: 'trailing stop by a share',
      enter: async (page) => {
        await openSale(page);
        await page.getByLabel(t.percent).fill('1');
        await page.getByLabel(t.quantity).fill('0.005');
      },
      says: [t.startsAt('59,400.0 USDT')],
      ...sale,
      stored: [{ trailBps: 100, quantity: '0.00500' }],
      listed: orderParents.trails('1%', null),
      end: async () => {
        await market.offer('buy', '60100', '0.01');
        for (const price of ['61000', '60390']) await market.tradeAt(price);
      },
      ends: ['filled'],
    },
    {
      name: 'trailing stop by an amount, from a price',
      enter: async (page) => {
        await openSale(page);
        await page.getByText(t.byPrice, { exact: true }).click();
        await page.getByLabel(t.distance).fill('500');
        await page.getByLabel(t.quantity).fill('0.002');
        await page.getByLabel(t.activation('USDT')).fill('65000');
      },
      says: [t.startsAt('64,500.0 USDT')],
      ...sale,
      stored: [{ trail: '500.0', activationPrice: '65000.0' }],
      listed: orderParents.trails('500.0', '65,000.0'),
      end: (page) => cancelFirst(page, lang, tradeTexts[lang].cancelOrder),
      ends: ['cancelled'],
    },
  ];
}

function scaledOrderOf(lang: Lang): OrderType {
  const { scaled: t, orderParents } = words(lang);
  return {
    name: 'scaled order',
    enter: async (page) => {
      await openPlan(page, orderSheetTexts[lang].plans.scaled, t.title);
      await page.getByLabel(t.low).fill('50000');
      await page.getByLabel(t.high).fill('54000');
      await page.getByLabel(t.total).fill('0.01');
      await page.getByText(t.sizeNames.decreasing).click();
      const levels = page.getByTestId('levels');
      await levels.getByRole('row', { name: /^50,000\.0\s+0\.00334/ }).waitFor();
      await levels.getByRole('row', { name: new RegExp(`^${t.sum}\\s+0\\.01`) }).waitFor();
    },
    send: t.place(5),
    confirm: t.confirmYes,
    stored: ['50000.0', '51000.0', '52000.0', '53000.0', '54000.0'].map((price) => ({ price })),
    listed: orderParents.scaled,
    end: async (page) => {
      await cancelFirst(page, lang, orderParents.cancelWhole.scaled);
      await page.getByText(tradeTexts[lang].cancelAllDone(5)).waitFor();
    },
    ends: ['cancelled'],
  };
}
