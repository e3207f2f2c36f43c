import { defineTexts } from './texts.ts';

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
    factsText: 'Course, book, and about the coin',
    proChart: 'Professional chart',
    proChartText: 'Indicators, drawings, comparison',
    deposit: (coin: string): string => `Deposit ${coin}`,
    transfer: 'Transfer',
    orders: 'Order history',
    fees: 'Fees and limits',
    feesText: 'Tiers, and your volume of 30 days',
    help: 'How orders work',
    helpText: 'Kinds of orders, and fees',
  },
});
