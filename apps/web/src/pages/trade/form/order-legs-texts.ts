import { defineTexts } from '../../../i18n/texts.ts';

const zh = {
  title: '止盈止损',
  takeProfit: (coin: string): string => `止盈价 (${coin})`,
  stopLoss: (coin: string): string => `止损价 (${coin})`,
  stopLossLimit: (coin: string): string => `止损委托价 (${coin})`,
  profit: '止盈',
  loss: '止损',
  faults: {
    noLeg: '填写止盈价或止损价',
    profitAbove: '止盈价须高于价格',
    profitBelow: '止盈价须低于价格',
    lossAbove: '止损价须高于价格',
    lossBelow: '止损价须低于价格',
  },
};

/** Texts of the take-profit and the stop-loss in the order form, loaded with its sheets. */
export const legTexts = defineTexts<typeof zh>({
  zh,
  en: {
    title: 'Take-profit and stop-loss',
    takeProfit: (coin) => `Take profit (${coin})`,
    stopLoss: (coin) => `Stop loss (${coin})`,
    stopLossLimit: (coin) => `SL limit (${coin})`,
    profit: 'Take profit',
    loss: 'Stop loss',
    faults: {
      noLeg: 'Enter a take-profit or a stop-loss',
      profitAbove: 'The take-profit must be above the price',
      profitBelow: 'The take-profit must be below the price',
      lossAbove: 'The stop-loss must be above the price',
      lossBelow: 'The stop-loss must be below the price',
    },
  },
});
