import { assert, multiplyDivideDown } from '@fft/decimal';
import { coinKind } from '../accounts/accounts.ts';
import { million } from '../fees/fee.ts';
import { baseUnits } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import { survey } from '../matching/survey.ts';
import { heldOf } from '../orders/end-order.ts';
import { RequestKind } from '../requests/body.ts';
import { noHash } from '../requests/client-id.ts';
import type { OrderTerms } from '../orders/order-terms.ts';
import type { Ticket } from '../matching/ticket.ts';
import type { Rejection } from '../rejection.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/**
 * The first reason, in order of precedence, to refuse an order of the right form; or null, and then the ticket is written: what the order
 * may do, and what it freezes.
 */
export function orderRefusal(state: State, command: OrderTerms, market: Market): Rejection | null {
  if (!isTaken(command, market)) return 'marketNotOpen';
  const { expiresAt = 0 } = command;
  if (expiresAt > 0 && expiresAt <= state.time) return 'alreadyExpired';
  const outOfLimits = limitsRefusal(command, market);
  if (outOfLimits !== null) return outOfLimits;

  const { ticket } = state;
  writeTicket(state, command, market);
  const stops = isStop(command);
  const cannotWait = stops ? stopRefusal(state, command, market) : null;
  if (cannotWait !== null) return cannotWait;
  const isToStay = stops || mayRest(command);
  if (isToStay && ticket.seat !== none && state.seats.openCountOf(ticket.seat) >= market.rules.maxOpenOrders) {
    return 'tooManyOpenOrders';
  }
  ticket.held = holdOf(state, command, market);
  if (ticket.held > fundsOf(state, command, market)) return 'insufficientBalance';
  return stops ? null : bookRefusal(state, command, market);
}

/** Whether the order waits for its price. */
export function isStop({ stopTicks = 0 }: OrderTerms): boolean {
  return stopTicks > 0;
}

/** The market's limits on quantity, notional and price. */
export function limitsRefusal(command: OrderTerms, market: Market): Rejection | null {
  return sizeRefusal(command, market) ?? bandRefusal(command, market);
}

/** The market's limits on quantity and notional. */
export function sizeRefusal(command: OrderTerms, market: Market): Rejection | null {
  return quantityRefusal(command, market) ?? notionalRefusal(command, market);
}

/** An auction takes what can rest or wait. */
function isTaken(command: OrderTerms, { rules }: Market): boolean {
  if (rules.state === 'open') return true;
  return rules.state === 'auction' && ((mayRest(command) && !command.postOnly) || isStop(command));
}

function stopRefusal(state: State, command: OrderTerms, market: Market): Rejection | null {
  const { stopTicks = 0, stopDirection, otherLeg = '' } = command;
  const { lastPriceTicks } = market;
  const isReached = stopDirection === 'rising' ? lastPriceTicks >= stopTicks : lastPriceTicks <= stopTicks;
  if (lastPriceTicks > 0 && isReached) return 'wouldTriggerAtOnce';
  return otherLeg !== '' && findOtherLeg(state, command, market) === none ? 'otherLegNotOpen' : null;
}

/** The owner's resting limit order that a stop is to replace, or `none`: same market, same side, and no other leg yet. */
export function findOtherLeg({ requests, orders }: State, command: OrderTerms, market: Market): number {
  const { owner, otherLeg = '' } = command;
  const hash = requests.hashOf(owner, RequestKind.order, otherLeg);
  const request = hash === noHash ? none : requests.find(hash, RequestKind.order, owner, otherLeg);
  const order = request === none ? none : requests.openOrderOf(request);
  if (order === none || requests.subjectOf(request) !== market.id || orders.isWaiting(order)) return none;
  if (orders.isBuy(order) !== (command.side === 'buy')) return none;
  return orders.isSpecial(order) && requests.detail(request).otherRequest !== none ? none : order;
}

/** The market's limits on a quantity; a market buy by amount has none. */
function quantityRefusal(command: OrderTerms, { rules }: Market): Rejection | null {
  if (command.quantityLots === 0) return null;
  if (command.quantityLots < rules.minQuantityLots) return 'quantityTooSmall';
  return command.quantityLots > rules.maxQuantityLots ? 'quantityTooLarge' : null;
}

/** The market's limits on price × quantity or on the amount; a market order by quantity has no price and so no notional. */
function notionalRefusal(command: OrderTerms, { rules }: Market): Rejection | null {
  if (command.orderType === 'market' && command.amount === 0) return null;
  // A product past the safe range is inexact, but still larger than every limit.
  const notional =
    command.orderType === 'limit' ? command.priceTicks * command.quantityLots * rules.unitsPerTickLot : command.amount;
  if (notional < rules.minNotional) return 'notionalTooSmall';
  return notional > rules.maxNotional ? 'notionalTooLarge' : null;
}

/** A stop's limit price is measured from its trigger price. */
function bandRefusal(command: OrderTerms, { rules, lastPriceTicks }: Market): Rejection | null {
  const { stopTicks = 0 } = command;
  const centreTicks = stopTicks > 0 ? stopTicks : lastPriceTicks;
  if (command.orderType !== 'limit' || rules.bandPpm === 0 || centreTicks === 0) return null;
  const distance = Math.abs(command.priceTicks - centreTicks);
  return distance > multiplyDivideDown(centreTicks, rules.bandPpm, million) ? 'priceOutsideBand' : null;
}

function mayRest(command: OrderTerms): boolean {
  return command.orderType === 'limit' && command.timeInForce === 'GTC';
}

/** Writes down what an order may do. What it holds and its order's number are the caller's. */
export function writeTicket(state: State, command: OrderTerms, market: Market): void {
  const { ticket } = state;
  ticket.market = market;
  ticket.seat = state.seats.find(command.owner, market.id);
  ticket.isBuy = command.side === 'buy';
  ticket.byAmount = command.amount > 0;
  ticket.openLots = command.quantityLots;
  ticket.openAmount = command.amount;
  ticket.filledLots = 0;
  ticket.isSpecial = false;
  ticket.limitTicks = command.orderType === 'limit' ? command.priceTicks : collarTicks(ticket, market);
}

/** The worst price of a market order: the collar's distance from the best price at its arrival. */
function collarTicks(ticket: Ticket, market: Market): number {
  const ladder = market.book.side(!ticket.isBuy);
  if (ladder.best() === none) return 0;
  const bestTicks = Math.abs(ladder.bestKey());
  const distance = multiplyDivideDown(bestTicks, market.rules.collarPpm, million);
  return ticket.isBuy ? bestTicks + distance : bestTicks - distance;
}

/** What the order freezes. A market buy by quantity freezes exactly what it is about to pay; a stop, what its other leg doesn't hold already. */
function holdOf(state: State, command: OrderTerms, market: Market): number {
  if (isStop(command)) {
    const { otherLeg = '' } = command;
    const leg = otherLeg === '' ? none : findOtherLeg(state, command, market);
    return Math.max(0, fullHoldOf(command, market) - (leg === none ? 0 : heldOf(state, market, leg)));
  }
  const isMarketBuy = command.side === 'buy' && command.orderType === 'market' && command.amount === 0;
  return isMarketBuy ? survey(state, state.ticket, market, command.selfTrade).cost : fullHoldOf(command, market);
}

/** What an order needs for all that it may trade: any but a market buy by quantity. */
export function fullHoldOf(command: OrderTerms, { rules }: Market): number {
  if (command.side === 'sell') return baseUnits(rules, command.quantityLots);
  if (command.orderType === 'market') return command.amount;
  return command.priceTicks * command.quantityLots * rules.unitsPerTickLot;
}

function fundsOf(state: State, command: OrderTerms, { rules }: Market): number {
  const { seat } = state.ticket;
  const account =
    seat === none
      ? state.accounts.find(command.owner, coinKind, command.side === 'buy' ? rules.quote : rules.base)
      : state.seats.fundingOf(seat, command.side === 'buy');
  return account === none ? 0 : state.accounts.availableOf(account);
}

/** What stands in the book against the order. */
export function bookRefusal(state: State, command: OrderTerms, market: Market): Rejection | null {
  const { ticket } = state;
  const ladder = market.book.side(!ticket.isBuy);
  const isEmpty = ladder.best() === none;
  if (command.postOnly && !isEmpty && !ticket.isBeyond(Math.abs(ladder.bestKey()))) return 'postOnlyWouldCross';
  if (command.timeInForce === 'FOK') {
    assert(!ticket.byAmount, 'all or nothing goes by quantity');
    const { lots } = survey(state, ticket, market, command.selfTrade);
    if (lots < ticket.openLots) return 'fillOrKillUnfillable';
  }
  return command.orderType === 'market' && isEmpty ? 'noLiquidity' : null;
}
