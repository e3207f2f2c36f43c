import { bandReach, type Rejection } from '@fft/engine';
import type { Refusal } from '../refusals/refusal.ts';
import { refusalsOf } from '../refusals/refuse.ts';
import {
  formatPrice,
  formatQuantity,
  formatQuote,
  maxPrintableTicks,
  type MarketView,
} from './listings/market-view.ts';
import { GatewayUnavailable } from './gateway-unavailable.ts';

/** Refusals of the engine, by its reasons, and of the ledger. */
export const { refusals, refuse } = refusalsOf({
  unknownOrder: { kind: 'notFound', zh: '委托不存在', en: 'No such order' },
  orderNotOpen: { kind: 'orderNotOpen', zh: '该委托已结束', en: 'The order is no longer open' },
  orderMalformed: { kind: 'badRequest', zh: '委托参数有误', en: 'These order fields cannot be combined' },
  withdrawalEnded: { kind: 'conflict', zh: '提现申请已结束', en: 'The withdrawal has ended' },
  notAmendable: { kind: 'conflict', zh: '该委托不可修改', en: 'This order can’t be amended' },
  quantityBelowFilled: {
    kind: 'amountOutOfRange',
    zh: '数量须大于已成交数量',
    en: 'The quantity must be larger than the filled quantity',
  },
  alreadyExpired: { kind: 'badRequest', zh: '有效期已过', en: 'The order’s expiry time has passed' },
  wouldTriggerAtOnce: { kind: 'wouldNotRest', zh: '该触发价会立即触发', en: 'The stop would trigger immediately' },
  otherLegNotOpen: { kind: 'orderNotOpen', zh: '关联委托不存在或已结束', en: 'The linked order is not open' },
  marketNotOpen: { kind: 'marketNotOpen', zh: '该交易对暂停交易', en: 'The market is not open' },
  quantityTooSmall: { kind: 'amountOutOfRange', zh: '低于最小数量 {min}', en: 'Amount is not enough: at least {min}' },
  quantityTooLarge: {
    kind: 'amountOutOfRange',
    zh: '数量超过上限 {max}',
    en: 'The amount is over the maximum of {max}',
  },
  notionalTooSmall: {
    kind: 'amountOutOfRange',
    zh: '低于最小金额 {min}',
    en: 'Amount is not enough: the total must be at least {min}',
  },
  notionalTooLarge: {
    kind: 'amountOutOfRange',
    zh: '金额超过上限 {max}',
    en: 'The total is over the maximum of {max}',
  },
  priceTooLarge: { kind: 'amountOutOfRange', zh: '价格超过上限 {max}', en: 'The price is over the maximum of {max}' },
  amountOffStep: { kind: 'offStep', zh: '金额须为 {step} 的整数倍', en: 'The amount must be a multiple of {step}' },
  priceOutsideBand: {
    kind: 'priceOutsideBand',
    zh: '价格须在 {min} 至 {max} 之间',
    en: 'The price must be between {min} and {max}',
  },
  visibleTooSmall: {
    kind: 'amountOutOfRange',
    zh: '冰山委托的可见数量过小',
    en: 'The visible quantity of the iceberg order is too small',
  },
  tooManyOpenOrders: { kind: 'tooManyRequests', zh: '当前委托数量已达上限', en: 'Too many open orders' },
  insufficientBalance: { kind: 'insufficientBalance', zh: '余额不足', en: 'Balance low' },
  balanceOverflow: { kind: 'amountOutOfRange', zh: '余额超过上限', en: 'The balance would be too large' },
  postOnlyWouldCross: {
    kind: 'wouldNotRest',
    zh: '只做 Maker 的委托会立即成交，已拒绝',
    en: 'The post-only order would trade immediately',
  },
  fillOrKillUnfillable: {
    kind: 'wouldNotRest',
    zh: '无法全部成交，已撤销',
    en: 'The order cannot be filled completely',
  },
  receivesTooLittle: {
    kind: 'wouldNotRest',
    zh: '所得低于最少数量',
    en: 'It would bring less than the least amount',
  },
  noLiquidity: { kind: 'wouldNotRest', zh: '当前没有对手盘', en: 'There are no orders on the other side right now' },
  outcomeUnknown: {
    kind: 'unavailable',
    zh: '结果未知，请按编号查询，请勿重复提交',
    en: 'The outcome is not known yet. Look it up by its id before trying again',
  },
  feeTooHigh: { kind: 'badRequest', zh: '手续费率不得超过 {max}%', en: 'A fee is at most {max} %' },
});

/** A market's figures at a refusal. */
export interface MarketFigures {
  /** The end of the market's own halt, or 0. */
  readonly stateEnd: number;
  /** The centre of the price band: the last price, or a stop's trigger. */
  readonly bandCentre: number;
  /** The field of the price that the band concerns. */
  readonly field: 'price' | 'stopLimitPrice' | 'takeProfitPrice' | 'stopLossLimitPrice';
}

/** Converts the engine's rejection of a command about a market. */
export function refusalInMarket(reason: Rejection, view: MarketView, figures: MarketFigures): Refusal {
  const { stateEnd } = figures;
  const { rules } = view;
  switch (reason) {
    case 'marketNotOpen':
      return stateEnd === 0 ? refusalOf(reason) : refuse('marketNotOpen', { data: { until: stateEnd } });
    case 'quantityTooSmall':
      return below('quantityTooSmall', formatQuantity(view, rules.minQuantityLots), 'quantity');
    case 'notionalTooSmall':
      return below('notionalTooSmall', formatQuote(view, rules.minNotional), 'amount');
    case 'quantityTooLarge':
      return above('quantityTooLarge', formatQuantity(view, rules.maxQuantityLots), 'quantity');
    case 'priceTooLarge':
      return above('priceTooLarge', formatPrice(view, maxPrintableTicks(view)), 'price');
    case 'priceOutsideBand':
      return outsideBand(view, figures);
    case 'notionalTooLarge':
      return above('notionalTooLarge', formatQuote(view, rules.maxNotional), 'amount');
    default:
      return refusalOf(reason);
  }
}

/** Converts the engine's rejection of any other command. */
export function refusalOf(reason: Rejection): Refusal {
  switch (reason) {
    case 'malformed':
    // Without its market, a figure has no bound to name.
    case 'quantityTooSmall':
    case 'quantityTooLarge':
    case 'notionalTooSmall':
    case 'notionalTooLarge':
    case 'priceTooLarge':
    case 'priceOutsideBand':
      return refuse('orderMalformed');
    case 'unknownAsset':
      return refuse('unknownCoin');
    default:
      return refuse(reason);
  }
}

type Below = 'quantityTooSmall' | 'notionalTooSmall';
type Above = 'quantityTooLarge' | 'notionalTooLarge' | 'priceTooLarge';

function below(name: Below, min: string, field: string): Refusal {
  return refuse(name, { values: { min }, data: { min, field } });
}

function above(name: Above, max: string, field: string): Refusal {
  return refuse(name, { values: { max }, data: { max, field } });
}

function outsideBand(view: MarketView, { bandCentre, field }: MarketFigures): Refusal {
  const reach = bandReach(bandCentre, view.rules.bandPpm);
  const min = formatPrice(view, Math.max(1, bandCentre - reach));
  const max = formatPrice(view, bandCentre + reach);
  return refuse('priceOutsideBand', { values: { min, max }, data: { min, max, field } });
}

/** Created once, like the gateway's errors. */
const notDone = refuse('unavailable', { data: { outcomeUnknown: false } });

/** Converts a failure of the write path; rethrows anything else. */
export function refuseUnavailable(error: unknown): never {
  if (!(error instanceof GatewayUnavailable)) throw error;
  if (!error.outcomeUnknown) throw notDone;
  refuseUnfinished(error);
}

/** Like {@link refuseUnavailable}, for requests that are recorded and will be completed: the caller must not hear that nothing happened. */
export function refuseUnfinished(error: unknown): never {
  if (!(error instanceof GatewayUnavailable)) throw error;
  throw refuse('outcomeUnknown', { data: { outcomeUnknown: true } });
}
