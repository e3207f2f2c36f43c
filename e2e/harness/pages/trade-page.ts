import type { Locator, Page } from 'playwright-core';
import { tradeTexts } from '../../../apps/web/src/i18n/trade.ts';
import { orderSheetTexts } from '../../../apps/web/src/pages/trade/order-sheets-texts.ts';
import type { Customer } from '../people/customer.ts';
import { attributesOf } from '../measures/attributes.ts';
import { plainDecimal } from '../measures/decimals.ts';

type Side = 'buy' | 'sell';

export interface LimitOrder {
  readonly side: Side;
  readonly price: string;
  readonly quantity: string;
}

/** The trade page of one market in a customer's tab. */
export interface TradePage {
  readonly page: Page;
  /** Places a limit order with the form and its confirmation. */
  placeLimit(order: LimitOrder): Promise<void>;
  /** Buys at the market for an amount of the quote coin. */
  buyForAmount(amount: string): Promise<void>;
  /** The displayed book, each level as `price × quantity` in plain decimals, best first. */
  book(side: 'bid' | 'ask'): Promise<readonly string[]>;
  openOrders(): Locator;
  /** Cancels the only open order and confirms. */
  cancelOnlyOrder(): Promise<void>;
  /** The rows of past orders. */
  history(): Promise<Locator>;
}

/** Opens the trade page of `symbol` in a new tab. */
export async function openTradePage(customer: Customer, symbol: string): Promise<TradePage> {
  const t = tradeTexts[customer.lang];
  const onSheet = orderSheetTexts[customer.lang];
  const [base = '', quote = ''] = symbol.split('/');
  const page = await customer.open(`pages/home/trade?symbol=${symbol}`);

  const choose = async (side: Side, type: 'limit' | 'market'): Promise<void> => {
    await page.getByRole('radio', { name: t[side], exact: true }).click();
    await page.getByLabel(t.type, { exact: true }).selectOption(type);
  };
  const send = async (side: Side): Promise<void> => {
    await page.getByRole('button', { name: side === 'buy' ? t.buyCoin(base) : t.sellCoin(base), exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet
      .getByRole('button', { name: side === 'buy' ? onSheet.confirmBuy : onSheet.confirmSell, exact: true })
      .click();
    await sheet.waitFor({ state: 'hidden' });
  };

  return {
    page,
    placeLimit: async ({ side, price, quantity }) => {
      await choose(side, 'limit');
      await page.getByLabel(t.price(quote), { exact: true }).fill(price);
      await page.getByLabel(t.quantity(base), { exact: true }).fill(quantity);
      await send(side);
    },
    buyForAmount: async (amount) => {
      await choose('buy', 'market');
      await page.getByLabel(t.amount(quote), { exact: true }).fill(amount);
      await send('buy');
    },
    book: async (side) => {
      const texts = await attributesOf(page.getByTestId(`book-${side}-row`), 'data-price', 'data-quantity');
      return texts.flatMap(([price = null, quantity = null]) =>
        price === null || quantity === null ? [] : [`${plainDecimal(price)} × ${plainDecimal(quantity)}`],
      );
    },
    openOrders: () => page.getByTestId('order-row'),
    cancelOnlyOrder: async () => {
      await page.getByTestId('order-row').getByRole('button', { name: t.cancelOrder }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: t.cancelConfirm, exact: true }).click();
    },
    history: async () => {
      await page.getByRole('tab', { name: t.history, exact: true }).click();
      return page.getByTestId('order-row');
    },
  };
}
export { orderSheetTexts };
export { amendTexts } from '../../../apps/web/src/i18n/amend.ts';
export { marketTexts } from '../../../apps/web/src/i18n/market.ts';
export { marketStateTexts } from '../../../apps/web/src/features/market-panels/market-state-texts.ts';
export { orderPairTexts } from '../../../apps/web/src/features/orders/order-pairs-texts.ts';
export { asOfTexts } from '../../../apps/web/src/ui/kit/as-of-texts.ts';
export { historyTexts } from '../../../apps/web/src/pages/order-history/history-texts.ts';
export { statusTexts } from '../../../apps/web/src/pages/status/status-texts.ts';
export { tradeTexts };
