/** Refusals of orders that do more than trade: scaled and TWAP orders, trailing stops, brackets. */
export const parentMessages = {
  scaledRangeNarrow: {
    zh: '价格范围过窄，不足以容纳 {levels} 档不同价格',
    en: 'The range is too narrow for {levels} different prices',
  },
  reservedOrderId: { zh: '该编号前缀由系统保留', en: 'Ids of this form are reserved for the exchange' },
  tooManyTwaps: { zh: 'TWAP 委托最多同时进行 {max} 个', en: 'At most {max} TWAP orders can run at a time' },
  twapTooFast: { zh: '每笔间隔至少 {seconds} 秒', en: 'Orders must be at least {seconds} seconds apart' },
  trailTooLong: { zh: '跟踪距离须小于价格', en: 'The trail must be shorter than the price' },
  trailNeedsPrice: {
    zh: '该市场尚无成交，请填写激活价',
    en: 'This market has not traded yet. Enter an activation price',
  },
  takeProfitTooLow: {
    zh: '止盈价须高于委托价和止损价',
    en: 'The take-profit must be above the price and the stop-loss',
  },
  takeProfitTooHigh: {
    zh: '止盈价须低于委托价和止损价',
    en: 'The take-profit must be below the price and the stop-loss',
  },
  stopLossTooLow: { zh: '止损价须高于委托价', en: 'The stop-loss must be above the price' },
  stopLossTooHigh: { zh: '止损价须低于委托价', en: 'The stop-loss must be below the price' },
  bracketReached: {
    zh: '最新价已达到止盈价或止损价',
    en: 'The last price has already reached the take-profit or the stop-loss',
  },
  bracketNotHere: {
    zh: '止损、跟踪止损和冰山委托不支持附带止盈止损',
    en: 'Stops, trailing stops and icebergs have no take-profit or stop-loss of their own',
  },
  tooManyRecurring: { zh: '定投最多 {max} 个', en: 'You can have at most {max} recurring buys' },
  unknownSchedule: { zh: '该委托不存在或已结束', en: 'No such order, or it has ended' },
} as const;
