import { defineTexts } from '../../../i18n/texts.ts';

/** The chart's sheet of settings. */
export const chartSettingTexts = defineTexts({
  zh: {
    candleType: '图表类型',
    candleTypes: { candle_solid: '实心蜡烛', candle_up_stroke: '空心阳线', ohlc: '美国线', area: '面积图' },
    scale: '价格坐标',
    scales: { normal: '普通', logarithm: '对数', percentage: '百分比' },
    extremes: '标出最高与最低价',
    countdown: '显示收盘倒计时',
    orders: '显示我的委托',
    alerts: '显示价格提醒',
    fills: '标出我的成交',
  },
  en: {
    candleType: 'Chart type',
    candleTypes: { candle_solid: 'Candles', candle_up_stroke: 'Hollow', ohlc: 'Bars', area: 'Area' },
    scale: 'Price scale',
    scales: { normal: 'Linear', logarithm: 'Log', percentage: 'Percent' },
    extremes: 'Mark highest and lowest prices',
    countdown: 'Show countdown to candle close',
    orders: 'Show my open orders',
    alerts: 'Show price alerts',
    fills: 'Mark my trades',
  },
});
