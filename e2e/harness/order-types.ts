import type { Lang } from '@fft/contract';
import type { Locator, Page } from 'playwright-core';
import type { ApiCustomer } from './api-customer.ts';
import { orderPairTexts, orderSheetTexts, tradeTexts } from './trade-page.ts';
import { words } from './words.ts';

/** A type of order on a phone, where the last price is 60,000 and the customer has 1,210 USDT and 0.02 BTC. */
export interface OrderType {
  readonly name: string;
  /** Chooses the type from the sheet of advanced ones, and fills it in. */
  readonly enter: (page: Page) => Promise<void>;
  /** What the form says of it. */
  readonly says?: readonly string[];
  /** The form's button. */
  readonly send: string;
  readonly asks?: 'dialog' | 'alertdialog';
  /** What the question says. */
  readonly confirms?: readonly string[];
  /** What it must not say. */
  readonly omits?: readonly string[];
  readonly confirm: string;
  /** The open orders that the server then has. */
  readonly stored: readonly Readonly<Record<string, unknown>>[];
  /** What its row says in the list of open orders. */
  readonly listed: string;
  /** Ends it, by the customer's hand or by the market. */
  readonly end: (page: Page, customer: ApiCustomer) => Promise<void>;
  /** The states of the orders that it consisted of. */
  readonly ends: readonly string[];
}

export interface Market {
  /** Places an order that rests. */
  readonly offer: (side: 'buy' | 'sell', price: string, quantity: string) => Promise<void>;
  /** Makes this the last price. */
  readonly tradeAt: (price: string) => Promise<void>;
}

const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value);
}

/** Every type of order that has a form, in a language. */
export const orderTypesOf = (lang: Lang, market: Market): readonly OrderType[] => [
  ...ofTheTicket(lang, market),
  ...ofTheirOwnForms(lang, market),
];

/** Those that the ticket places in its own form. */
function ofTheTicket(lang: Lang, market: Market): readonly OrderType[] {
  const [t, onSheet, pairs] = [tradeTexts[lang], orderSheetTexts[lang], orderPairTexts[lang]];
  const choose = async (page: Page, kind: string): Promise<void> => {
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: new RegExp(`^${kind}`) }).click();
    await sheet.getByRole('button', { name: onSheet.done, exact: true }).click();
    await sheet.waitFor({ state: 'hidden' });
  };
  const [price, quantity, trigger] = [t.price('USDT'), t.quantity('BTC'), t.stopPrice('USDT')];
  const buy = { send: t.buyCoin('BTC'), asks: 'dialog', confirm: onSheet.confirmBuy } as const;
  const sell = { send: t.sellCoin('BTC'), asks: 'dialog', confirm: onSheet.confirmSell } as const;
  return [
    {
      name: 'stop-limit',
      enter: async (page) => {
        await choose(page, t.kindsShort.stopLimit);
        await fill(page, { [trigger]: '60500', [price]: '60600', [quantity]: '0.01' });
      },
      ...buy,
      confirms: [t.rising('60,500.0')],
      stored: [{ stopPrice: '60500.0', price: '60600.0', quantity: '0.01000' }],
      listed: t.waiting,
      end: async () => {
        await market.offer('sell', '60600', '0.01');
        await market.tradeAt('60500');
      },
      ends: ['filled'],
    },
    {
      name: 'iceberg',
      enter: async (page) => {
        const sheet = page.getByRole('dialog');
        await sheet.getByRole('button', { name: new RegExp(`^${t.kindsShort.limit}`) }).click();
        await sheet.getByRole('radio', { name: onSheet.untilDate, exact: true }).click();
        await sheet.getByRole('switch', { name: t.iceberg }).click();
        await sheet.getByLabel(onSheet.visible('BTC'), { exact: true }).fill('0.002');
        await sheet.getByRole('button', { name: onSheet.done, exact: true }).click();
        await sheet.waitFor({ state: 'hidden' });
        await fill(page, { [price]: '55000', [quantity]: '0.01' });
      },
      ...buy,
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
    },
    {
      name: 'OCO pair',
      enter: async (page) => {
        await page.keyboard.press('Escape');
        await page.getByRole('radio', { name: t.sell, exact: true }).click();
        await page.getByRole('button', { name: t.advanced }).click();
        await choose(page, t.kindsShort.pair);
        await fill(page, { [t.profitPrice('USDT')]: '59000', [trigger]: '59500', [quantity]: '0.01' });
        await page.getByRole('button', { name: sell.send, exact: true }).click();
        await page.getByText(t.faults.pairAbove).waitFor();
        await fill(page, { [t.profitPrice('USDT')]: '61000' });
      },
      ...sell,
      // Each order at its own price, less the fee; the stop is a market order, without a price of its own.
      confirms: [onSheet.willPair, '609.39 USDT', '≈ 594.405 USDT', onSheet.orderPrice],
      omits: [onSheet.stopThen],
      stored: [{ stopPrice: '59500.0' }, { price: '61000.0' }],
      listed: pairs.stopTerms('59,500.0', pairs.market),
      end: async () => {
        await market.offer('buy', '61000', '0.01');
      },
      ends: ['cancelled', 'filled'],
    },
  ];
}

/** Those with a page of their own. */
function ofTheirOwnForms(lang: Lang, market: Market): readonly OrderType[] {
  const { bracket, trailing, scaled, orderParents } = words(lang);
  const [t, { plans }] = [tradeTexts[lang], orderSheetTexts[lang]];
  const open = async (page: Page, plan: string, title: string): Promise<void> => {
    await page.getByRole('link', { name: plan }).click();
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
  };
  const cancel = async (page: Page, answer: string): Promise<void> => {
    await page.getByTestId('order-row').first().getByRole('button', { name: t.cancelOrder }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: answer, exact: true }).click();
  };
  const protectedBuy = {
    [`${bracket.price} (USDT)`]: '60000',
    [`${bracket.quantity} (BTC)`]: '0.02',
    [`${bracket.takeProfit} (USDT)`]: '59000',
  };
  return [
    {
      name: 'bracket',
      enter: async (page) => {
        await open(page, plans.bracket, bracket.title);
        await fill(page, protectedBuy);
        await page.getByText(bracket.profitWrong('buy'), { exact: true }).waitFor();
        await fill(page, {
          [`${bracket.takeProfit} (USDT)`]: '63000',
          [`${bracket.stopLoss} (USDT)`]: '57000',
        });
      },
      says: [bracket.profitAt('+5.00%'), bracket.lossAt('−5.00%')],
      send: bracket.place('buy'),
      confirm: bracket.confirmYes,
      stored: [{ takeProfitPrice: '63000.0', stopLossPrice: '57000.0', quantity: '0.02000' }],
      listed: [orderParents.legs.profit('63,000.0'), orderParents.legs.loss('57,000.0')].join(' · '),
      end: async (page) => {
        // What is filled is protected by both legs, until the price falls to one of them.
        await market.offer('sell', '60000', '0.02');
        await expectLegs(page, orderParents.bracket);
        await market.offer('buy', '56900', '0.02');
        await market.tradeAt('57000');
      },
      ends: ['cancelled', 'filled'],
    },
    {
      name: 'trailing stop by a share',
      enter: async (page) => {
        await open(page, plans.trailing, trailing.title);
        await page.getByText(trailing.sell, { exact: true }).first().click();
        await page.getByLabel(trailing.percent).fill('1');
        await page.getByLabel(trailing.quantity).fill('0.005');
      },
      says: [trailing.startsAt('59,400.0 USDT')],
      send: trailing.place('sell'),
      confirm: trailing.confirmYes,
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
        await open(page, plans.trailing, trailing.title);
        await page.getByText(trailing.sell, { exact: true }).first().click();
        await page.getByText(trailing.byPrice, { exact: true }).click();
        await page.getByLabel(trailing.distance).fill('500');
        await page.getByLabel(trailing.quantity).fill('0.002');
        await page.getByLabel(trailing.activation).fill('65000');
      },
      says: [trailing.startsAt('64,500.0 USDT')],
      send: trailing.place('sell'),
      confirm: trailing.confirmYes,
      stored: [{ trail: '500.0', activationPrice: '65000.0' }],
      listed: orderParents.trails('500.0', '65,000.0'),
      end: (page) => cancel(page, t.cancelOrder),
      ends: ['cancelled'],
    },
    {
      name: 'scaled order',
      enter: async (page) => {
        await open(page, plans.scaled, scaled.title);
        await page.getByLabel(scaled.low).fill('50000');
        await page.getByLabel(scaled.high).fill('54000');
        await page.getByLabel(scaled.total).fill('0.01');
        await page.getByText(scaled.sizeNames.decreasing).click();
        const levels = page.getByTestId('levels');
        await levels.getByRole('row', { name: /^50,000\.0\s+0\.00334/ }).waitFor();
        await levels.getByRole('row', { name: new RegExp(`^${scaled.sum}\\s+0\\.01`) }).waitFor();
      },
      send: scaled.place(5),
      confirm: scaled.confirmYes,
      stored: ['50000.0', '51000.0', '52000.0', '53000.0', '54000.0'].map((price) => ({ price })),
      listed: orderParents.scaled,
      end: async (page) => {
        await cancel(page, orderParents.cancelWhole.scaled);
        await page.getByText(t.cancelAllDone(5)).waitFor();
      },
      ends: ['cancelled'],
    },
  ];
}

async function expectLegs(page: Page, parent: string): Promise<void> {
  await page.getByTestId('order-row').getByText(parent, { exact: true }).nth(1).waitFor();
}
