import { refusals as ledgerRefusals } from '../ledger/refusals.ts';
import { refusalsOf } from '../refusals/refuse.ts';

/** Refusals of orders, of plans and of conversions, beyond what the ledger refuses. */
export const { refusals, refuse } = refusalsOf(
  {
    scaledRangeNarrow: {
      kind: 'badRequest',
      zh: '价格范围过窄，不足以容纳 {levels} 档不同价格',
      en: 'The range is too narrow for {levels} different prices',
    },
    reservedOrderId: {
      kind: 'badRequest',
      zh: '该编号前缀由系统保留',
      en: 'Ids of this form are reserved for the exchange',
    },
    tooManyTwaps: {
      kind: 'tooManyRequests',
      zh: 'TWAP 委托最多同时进行 {max} 个',
      en: 'At most {max} TWAP orders can run at a time',
    },
    twapTooFast: {
      kind: 'amountOutOfRange',
      zh: '每笔间隔至少 {seconds} 秒',
      en: 'Orders must be at least {seconds} seconds apart',
    },
    trailTooLong: {
      kind: 'amountOutOfRange',
      zh: '跟踪距离须小于价格',
      en: 'The trail must be shorter than the price',
    },
    trailNeedsPrice: {
      kind: 'badRequest',
      zh: '该市场尚无成交，请填写激活价',
      en: 'This market has not traded yet. Enter an activation price',
    },
    takeProfitTooLow: {
      kind: 'priceOutsideBand',
      zh: '止盈价须高于委托价和止损价',
      en: 'The take-profit must be above the price and the stop-loss',
    },
    takeProfitTooHigh: {
      kind: 'priceOutsideBand',
      zh: '止盈价须低于委托价和止损价',
      en: 'The take-profit must be below the price and the stop-loss',
    },
    stopLossTooLow: { kind: 'priceOutsideBand', zh: '止损价须高于委托价', en: 'The stop-loss must be above the price' },
    stopLossTooHigh: {
      kind: 'priceOutsideBand',
      zh: '止损价须低于委托价',
      en: 'The stop-loss must be below the price',
    },
    bracketReached: {
      kind: 'wouldNotRest',
      zh: '最新价已达到止盈价或止损价',
      en: 'The last price has already reached the take-profit or the stop-loss',
    },
    bracketNotHere: {
      kind: 'badRequest',
      zh: '止损、跟踪止损和冰山委托不支持附带止盈止损',
      en: 'Stops, trailing stops and icebergs have no take-profit or stop-loss of their own',
    },
    tooManyRecurring: {
      kind: 'tooManyRequests',
      zh: '定投最多 {max} 个',
      en: 'You can have at most {max} recurring buys',
    },
    unknownSchedule: { kind: 'notFound', zh: '该委托不存在或已结束', en: 'No such order, or it has ended' },
    quantityOrAmount: { kind: 'badRequest', zh: '数量与金额只能填一项', en: 'Enter either a quantity or an amount' },
    quantityOffLot: {
      kind: 'offStep',
      zh: '数量须为 {step} 的整数倍',
      en: 'The quantity must be a multiple of {step}',
    },
    tooManyOrders: {
      kind: 'tooManyRequests',
      zh: '下单过于频繁，请 {wait}后再试',
      en: 'Too many orders. Try again in {wait}',
    },
    conversionTooLarge: {
      kind: 'wouldNotRest',
      zh: '当前盘口深度不足，请减少数量',
      en: 'Too much for the market now. Try a smaller amount',
    },
    conversionTooSmall: {
      kind: 'amountOutOfRange',
      zh: '数量过少，不足以完成兑换',
      en: 'Amount is not enough for this conversion',
    },
    conversionMoved: {
      kind: 'wouldNotRest',
      zh: '价格变动过大，本次未兑换',
      en: 'The price has moved, so nothing was converted',
    },
    ownOrderInWay: {
      kind: 'wouldNotRest',
      zh: '您自己的挂单挡在盘口中，无法与自己成交。请减少数量，或先撤销该挂单',
      en: 'Your own open order is in the way, and you can’t trade with yourself. Try a smaller amount, or cancel it first',
    },
  },
  ledgerRefusals,
);
