import { defineTexts } from '../../i18n/texts.ts';

/** Filters of the market list, by the last 24 hours. */
export const marketFilterTexts = defineTexts({
  zh: {
    filter: '筛选',
    filterOn: (rules: number): string => `筛选（${rules} 项）`,
    direction: '24h 涨跌',
    directions: { all: '全部', risen: '上涨', fallen: '下跌' },
    least: '24h 成交额不低于 (USDT)',
    volumes: { 0: '不限', 1000000: '100万', 10000000: '1,000万', 100000000: '1亿' },
    openOnly: '只看可交易',
    openOnlyText: '隐藏暂停、只能撤单或集合竞价中的交易对。',
    reset: '重置',
    show: (markets: number): string => `查看 ${markets} 个交易对`,
  },
  en: {
    filter: 'Filter',
    filterOn: (rules: number): string => `Filter, ${rules} on`,
    direction: '24h change',
    directions: { all: 'All', risen: 'Up', fallen: 'Down' },
    least: 'Minimum 24h volume (USDT)',
    volumes: { 0: 'Any', 1000000: '1M', 10000000: '10M', 100000000: '100M' },
    openOnly: 'Tradable markets only',
    openOnlyText: 'Hides markets that are halted, in auction or cancel-only.',
    reset: 'Reset',
    show: (markets: number): string => (markets === 1 ? 'Show 1 market' : `Show ${markets} markets`),
  },
});
