/** Refusals of orders that place others: scaled orders. */
export const parentMessages = {
  scaledRangeNarrow: {
    zh: '价格范围过窄，不足以容纳 {levels} 档不同价格',
    en: 'The range is too narrow for {levels} different prices',
  },
} as const;
