/** Refusals of orders that place others: scaled and TWAP orders. */
export const parentMessages = {
  scaledRangeNarrow: {
    zh: '价格范围过窄，不足以容纳 {levels} 档不同价格',
    en: 'The range is too narrow for {levels} different prices',
  },
  reservedOrderId: { zh: '该编号前缀由系统保留', en: 'Ids of this form are reserved for the exchange' },
  tooManyTwaps: { zh: 'TWAP 委托最多同时进行 {max} 个', en: 'At most {max} TWAP orders can run at a time' },
  twapTooFast: { zh: '每笔间隔至少 {seconds} 秒', en: 'Orders must be at least {seconds} seconds apart' },
  unknownTwap: { zh: 'TWAP 委托不存在', en: 'No such TWAP order' },
} as const;
