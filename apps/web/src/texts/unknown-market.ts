import { defineTexts } from './texts.ts';

/** By themselves: pages that begin a visit need no more of the market list's words. */
export const unknownMarketTexts = defineTexts({
  zh: { noSuchMarket: (symbol: string): string => `没有 ${symbol} 这个交易对` },
  en: { noSuchMarket: (symbol) => `There is no market ${symbol}` },
});
