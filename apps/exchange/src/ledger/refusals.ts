import { Code } from '@fft/contract';
import { bandReach, type Rejection } from '@fft/engine';
import { Refusal } from '../refusals/refusal.ts';
import {
  formatPrice,
  formatQuantity,
  formatQuote,
  maxPrintableTicks,
  type MarketView,
} from './listings/market-view.ts';
import { GatewayUnavailable } from './gateway-unavailable.ts';

type PlainRejection = Exclude<
  Rejection,
  | 'quantityTooSmall'
  | 'quantityTooLarge'
  | 'notionalTooSmall'
  | 'notionalTooLarge'
  | 'priceTooLarge'
  | 'priceOutsideBand'
>;

/** Messages of refusals without figures. */
const plain = {
  idConflict: [Code.conflict, 'idConflict'],
  unknownAsset: [Code.notFound, 'unknownCoin'],
  unknownMarket: [Code.notFound, 'unknownMarket'],
  unknownOrder: [Code.notFound, 'unknownOrder'],
  orderNotOpen: [Code.orderNotOpen, 'orderNotOpen'],
  unknownWithdrawal: [Code.notFound, 'unknownWithdrawal'],
  withdrawalEnded: [Code.conflict, 'withdrawalEnded'],
  malformed: [Code.badRequest, 'orderMalformed'],
  marketNotOpen: [Code.marketNotOpen, 'marketNotOpen'],
  notAmendable: [Code.conflict, 'notAmendable'],
  quantityBelowFilled: [Code.amountOutOfRange, 'quantityBelowFilled'],
  alreadyExpired: [Code.badRequest, 'alreadyExpired'],
  visibleTooSmall: [Code.amountOutOfRange, 'visibleTooSmall'],
  wouldTriggerAtOnce: [Code.wouldNotRest, 'wouldTriggerAtOnce'],
  otherLegNotOpen: [Code.orderNotOpen, 'otherLegNotOpen'],
  tooManyOpenOrders: [Code.tooManyRequests, 'tooManyOpenOrders'],
  insufficientBalance: [Code.insufficientBalance, 'insufficientBalance'],
  balanceOverflow: [Code.amountOutOfRange, 'balanceOverflow'],
  postOnlyWouldCross: [Code.wouldNotRest, 'postOnlyWouldCross'],
  fillOrKillUnfillable: [Code.wouldNotRest, 'fillOrKillUnfillable'],
  noLiquidity: [Code.wouldNotRest, 'noLiquidity'],
} as const satisfies Record<PlainRejection, readonly [Code, string]>;

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
      return stateEnd === 0
        ? refusalOf(reason)
        : new Refusal(Code.marketNotOpen, 'marketNotOpen', { data: { until: stateEnd } });
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
    case 'quantityTooSmall':
    case 'quantityTooLarge':
    case 'notionalTooSmall':
    case 'notionalTooLarge':
    case 'priceTooLarge':
    case 'priceOutsideBand':
      return new Refusal(Code.badRequest, 'orderMalformed');
    default: {
      const [code, key] = plain[reason];
      return new Refusal(code, key);
    }
  }
}

type Below = 'quantityTooSmall' | 'notionalTooSmall';
type Above = 'quantityTooLarge' | 'notionalTooLarge' | 'priceTooLarge';

function below(key: Below, min: string, field: string): Refusal<Below> {
  return new Refusal<Below>(Code.amountOutOfRange, key, { values: { min }, data: { min, field } });
}

function above(key: Above, max: string, field: string): Refusal<Above> {
  return new Refusal<Above>(Code.amountOutOfRange, key, { values: { max }, data: { max, field } });
}

function outsideBand(view: MarketView, { bandCentre, field }: MarketFigures): Refusal<'priceOutsideBand'> {
  const reach = bandReach(bandCentre, view.rules.bandPpm);
  const min = formatPrice(view, Math.max(1, bandCentre - reach));
  const max = formatPrice(view, bandCentre + reach);
  return new Refusal(Code.priceOutsideBand, 'priceOutsideBand', { values: { min, max }, data: { min, max, field } });
}

/** Created once, like the gateway's errors. */
const notDone = new Refusal(Code.unavailable, 'unavailable', { data: { outcomeUnknown: false } });

/** Converts a failure of the write path; rethrows anything else. */
export function refuseUnavailable(error: unknown): never {
  if (!(error instanceof GatewayUnavailable)) throw error;
  if (!error.outcomeUnknown) throw notDone;
  refuseUnfinished(error);
}

/** Like {@link refuseUnavailable}, for requests that are recorded and will be completed: the caller must not hear that nothing happened. */
export function refuseUnfinished(error: unknown): never {
  if (!(error instanceof GatewayUnavailable)) throw error;
  throw new Refusal(Code.unavailable, 'outcomeUnknown', { data: { outcomeUnknown: true } });
}
