import { defineTexts } from '../../i18n/texts.ts';

export const orderPairTexts = defineTexts({
  zh: {
    title: '止盈止损 (OCO)',
    profit: '止盈',
    stop: '止损',
    stopTerms: (trigger: string, price: string): string => `${trigger} 触发 → ${price}`,
    market: '市价',
    cancelQuestion: '撤销这组止盈止损委托？',
    cancelText: '止盈和止损两笔委托会一起撤销。',
  },
  en: {
    title: 'Take profit / stop loss (OCO)',
    profit: 'Take profit',
    stop: 'Stop loss',
    stopTerms: (trigger: string, price: string): string => `${trigger} → ${price}`,
    market: 'Market',
    cancelQuestion: 'Cancel this pair of orders?',
    cancelText: 'The take-profit and the stop-loss order are cancelled together.',
  },
});
