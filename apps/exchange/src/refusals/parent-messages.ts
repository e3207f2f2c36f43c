/** Refusals of orders that do more than trade: scaled and TWAP orders, trailing stops. */
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
  trailingLater: {
    zh: '系统正在升级，暂不支持跟踪止损，请稍后再试',
    en: 'Trailing stops are available once the upgrade is complete. Try again soon',
  },
  tooManyRecurring: { zh: '定投最多 {max} 个', en: 'You can have at most {max} recurring buys' },
  unknownSchedule: { zh: '该委托不存在或已结束', en: 'No such order, or it has ended' },
} as const;
