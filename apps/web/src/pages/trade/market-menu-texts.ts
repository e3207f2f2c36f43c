import { defineTexts } from '../../i18n/texts.ts';

export const marketMenuTexts = defineTexts({
  zh: {
    favourite: '加入自选',
    unfavourite: '取消自选',
    facts: '交易对详情',
    factsText: '走势、盘口与币种简介',
    proChart: '专业图表',
    proChartText: '指标、画线与对比',
    deposit: (coin: string): string => `充值 ${coin}`,
    transfer: '划转',
    orders: '委托记录',
    fees: '手续费与额度',
    feesText: '费率等级与近 30 天成交额',
    help: '下单帮助',
    helpText: '委托类型与手续费',
  },
  en: {
    favourite: 'Add to favourites',
    unfavourite: 'Remove from favourites',
    facts: 'Market details',
    factsText: 'Price trend, order book and coin profile',
    proChart: 'Professional chart',
    proChartText: 'Indicators, drawings, comparison',
    deposit: (coin: string): string => `Deposit ${coin}`,
    transfer: 'Transfer',
    orders: 'Order history',
    fees: 'Fees and limits',
    feesText: 'Fee tiers and your 30-day volume',
    help: 'How orders work',
    helpText: 'Order types and fees',
  },
});
