import { defineTexts } from '../../../i18n/texts.ts';

export const moreChartTexts = defineTexts({
  zh: {
    count: '图表数量',
    change: (symbol: string): string => `${symbol}，更换这个图表的交易对`,
    interval: (symbol: string): string => `${symbol} 的周期`,
    trade: (symbol: string): string => `交易 ${symbol}`,
  },
  en: {
    count: 'Charts',
    change: (symbol: string): string => `${symbol}, change this chart’s market`,
    interval: (symbol: string): string => `Interval of ${symbol}`,
    trade: (symbol: string): string => `Trade ${symbol}`,
  },
});
