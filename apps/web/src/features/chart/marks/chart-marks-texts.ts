import { defineTexts } from '../../../i18n/texts.ts';

/** Texts at price alerts and at the customer's trades in the chart. */
export const chartMarkTexts = defineTexts({
  zh: {
    rises: (price: string): string => `提醒：涨到 ${price}`,
    falls: (price: string): string => `提醒：跌到 ${price}`,
    moved: '提醒已移动',
    removed: '提醒已删除',
    fill: (quantity: string, price: string): string => `${quantity}，价格 ${price}`,
    fills: (quantity: string, price: string, count: number): string => `${quantity}，均价 ${price}，${count} 笔`,
  },
  en: {
    rises: (price: string): string => `Alert: rises to ${price}`,
    falls: (price: string): string => `Alert: falls to ${price}`,
    moved: 'Alert moved',
    removed: 'Alert deleted',
    fill: (quantity: string, price: string): string => `${quantity} at ${price}`,
    fills: (quantity: string, price: string, count: number): string =>
      `${quantity} at ${price} on average, ${count} trades`,
  },
});
