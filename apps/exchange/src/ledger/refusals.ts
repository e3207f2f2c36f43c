import { Code } from '@fft/contract';
import type { Rejection } from '@fft/engine';
import { Refusal } from '../refusals/refusal.ts';
import {
  formatPrice,
  formatQuantity,
  formatQuote,
  printableTicksMax,
  type MarketView,
} from './listings/market-view.ts';
import { GatewayUnavailable } from './gateway.ts';

type PlainRejection = Exclude<
  Rejection,
  'quantityTooSmall' | 'quantityTooLarge' | 'notionalTooSmall' | 'notionalTooLarge' | 'priceTooLarge'
>;

/** What a caller is told for each refusal that names no figure. */
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
  priceOutsideBand: [Code.priceOutsideBand, 'priceOutsideBand'],
  tooManyOpenOrders: [Code.tooManyRequests, 'tooManyOpenOrders'],
  insufficientBalance: [Code.insufficientBalance, 'insufficientBalance'],
  balanceOverflow: [Code.amountOutOfRange, 'balanceOverflow'],
  postOnlyWouldCross: [Code.wouldNotRest, 'postOnlyWouldCross'],
  fillOrKillUnfillable: [Code.wouldNotRest, 'fillOrKillUnfillable'],
  noLiquidity: [Code.wouldNotRest, 'noLiquidity'],
} as const satisfies Record<PlainRejection, readonly [Code, string]>;

/** The engine's refusal of a command about a market, as the caller is told. */
export function refusalInMarket(reason: Rejection, view: MarketView): Refusal {
  const { rules } = view;
  switch (reason) {
    case 'quantityTooSmall':
      return below('quantityTooSmall', formatQuantity(view, rules.minQuantityLots), 'quantity');
    case 'notionalTooSmall':
      return below('notionalTooSmall', formatQuote(view, rules.minNotional), 'amount');
    case 'quantityTooLarge':
      return above('quantityTooLarge', formatQuantity(view, rules.maxQuantityLots), 'quantity');
    case 'priceTooLarge':
      return above('priceTooLarge', formatPrice(view, printableTicksMax(view)), 'price');
    case 'notionalTooLarge':
      return above('notionalTooLarge', formatQuote(view, rules.maxNotional), 'amount');
    default:
      return refusalOf(reason);
  }
}

/** The engine's refusal of any other command. */
export function refusalOf(reason: Rejection): Refusal {
  switch (reason) {
    case 'quantityTooSmall':
    case 'quantityTooLarge':
    case 'notionalTooSmall':
    case 'notionalTooLarge':
    case 'priceTooLarge':
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

/** Made once, as the gateway's own: see there. */
const notDone = new Refusal(Code.unavailable, 'unavailable', { data: { outcomeUnknown: false } });

/** What a caller is told where the write path itself failed; anything else is thrown on. */
export function refuseUnavailable(error: unknown): never {
  if (!(error instanceof GatewayUnavailable)) throw error;
  if (!error.outcomeUnknown) throw notDone;
  refuseUnfinished(error);
}

/** As {@link refuseUnavailable}, of what is written down already and will be carried on with: nobody may be told that it did not happen. */
export function refuseUnfinished(error: unknown): never {
  if (!(error instanceof GatewayUnavailable)) throw error;
  throw new Refusal(Code.unavailable, 'outcomeUnknown', { data: { outcomeUnknown: true } });
}
