import { defineTexts } from '../../../i18n/texts.ts';

const zh = {
  market: '交易对',
  price: '最新价',
  change: '24h 涨跌',
  high: '24h 最高',
  low: '24h 最低',
  volume: '24h 成交量',
  turnover: '24h 成交额 (USDT)',
  curve: '24h 走势',
  action: '操作',
  trade: '交易',
  tradeIn: (symbol: string): string => `交易 ${symbol}`,
  count: (shown: number): string => `${shown} 个交易对`,
};

export const marketTableTexts = defineTexts<typeof zh>({
  zh,
  en: {
    market: 'Market',
    price: 'Last price',
    change: '24h change',
    high: '24h high',
    low: '24h low',
    volume: '24h volume',
    turnover: '24h turnover (USDT)',
    curve: '24h trend',
    action: 'Action',
    trade: 'Trade',
    tradeIn: (symbol) => `Trade ${symbol}`,
    count: (shown) => (shown === 1 ? '1 market' : `${shown} markets`),
  },
});
