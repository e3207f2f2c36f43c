import { assert, multiplyDivideDown } from '@fft/decimal';
import { coinKind } from '../accounts/accounts.ts';
import { million } from '../fees/fee.ts';
import { baseUnits } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import { isSearching } from '../markets/opening.ts';
import { walkBook } from '../matching/walk-book.ts';
import { isCovered } from '../matching/triggers.ts';
import type { Ticket } from '../matching/ticket.ts';
import { heldOf } from '../orders/end-order.ts';
import type { Rejection } from '../rejection.ts';
import { RequestKind } from '../requests/order-flags.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/**
 * The first reason, in order of precedence, to refuse the ticket's order, which is of the right form; or null, and then the ticket says what it
 * may do, and what it freezes.
 */
export function orderRefusal(state: State, market: Market): Rejection | null {
  const { ticket } = state;
  if (!isTaken(ticket, market)) return 'marketNotOpen';
  const { expiresAt } = ticket.extras;
  if (expiresAt > 0 && expiresAt <= state.time) return 'alreadyExpired';
  const outOfLimits = limitsRefusal(ticket, market);
  if (outOfLimits !== null) return outOfLimits;

  openTicket(state, market);
  const { isStop } = ticket;
  const cannotWait = isStop ? stopRefusal(state, market) : null;
  if (cannotWait !== null) return cannotWait;
  const isToStay = isStop || ticket.mayRest;
  if (isToStay && openCountOf(state) >= market.rules.maxOpenOrders) return 'tooManyOpenOrders';
  ticket.held = holdOf(state, market);
  if (ticket.held > fundsOf(state, market)) return 'insufficientBalance';
  return isStop ? null : bookRefusal(state, market);
}

/** The market's limits on quantity, notional, what an iceberg shows, and price. */
export function limitsRefusal(ticket: Ticket, market: Market): Rejection | null {
  if (isUnprintable(ticket, market)) return 'priceTooLarge';
  const outOfSize = sizeRefusal(ticket, market);
  if (outOfSize !== null) return outOfSize;
  return hasTooManyParts(ticket, market) ? 'visibleTooSmall' : bandRefusal(ticket, market);
}

function isUnprintable({ priceTicks, extras }: Ticket, { printableTicks }: Market): boolean {
  return priceTicks > printableTicks || extras.stopTicks > printableTicks;
}

function hasTooManyParts({ quantityLots, extras: { visibleLots } }: Ticket, { rules }: Market): boolean {
  const { maxIcebergParts = 0 } = rules;
  return visibleLots > 0 && maxIcebergParts > 0 && Math.ceil(quantityLots / visibleLots) > maxIcebergParts;
}

/** The market's limits on quantity and notional. */
export function sizeRefusal(ticket: Ticket, market: Market): Rejection | null {
  return quantityRefusal(ticket, market) ?? notionalRefusal(ticket, market);
}

/** An auction takes what can rest or wait, but not while its price is looked for. */
function isTaken(ticket: Ticket, market: Market): boolean {
  const { rules } = market;
  if (isSearching(market)) return false;
  if (rules.state === 'open') return true;
  return rules.state === 'auction' && ((ticket.mayRest && !ticket.isPostOnly) || ticket.isStop);
}

function stopRefusal(state: State, market: Market): Rejection | null {
  const { stopTicks, isRising, otherLeg } = state.ticket.extras;
  const { lastPriceTicks } = market;
  const isReached = isRising ? lastPriceTicks >= stopTicks : lastPriceTicks <= stopTicks;
  if ((lastPriceTicks > 0 && isReached) || isCovered(market, isRising, stopTicks)) return 'wouldTriggerAtOnce';
  const isLegWanted = otherLeg !== '' && state.ticket.pairHeld === 0;
  return isLegWanted && findOtherLeg(state, market) === none ? 'otherLegNotOpen' : null;
}

/** How many orders the owner has open, the other one of a pair included. */
function openCountOf({ ticket, marketAccounts }: State): number {
  const open = ticket.seat === none ? 0 : marketAccounts.openCountOf(ticket.seat);
  return ticket.pairHeld > 0 ? open + 1 : open;
}

/** The owner's resting limit order that the ticket's stop is to replace, or `none`: same market, same side, and no other leg yet. */
export function findOtherLeg({ requests, orders, marketAccounts, ticket }: State, market: Market): number {
  const { otherLeg } = ticket.extras;
  const { other } = requests;
  if (otherLeg === '' || !other.read(ticket.owner, RequestKind.order, otherLeg)) return none;
  const order = requests.openOf(other);
  if (order === none || marketAccounts.marketOf(orders.seatOf(order)) !== market.id || orders.isWaiting(order))
    return none;
  if (orders.isBuy(order) !== ticket.isBuy) return none;
  return orders.hasConditions(order) && orders.detail(order).legOrder !== none ? none : order;
}

/** The market's limits on a quantity; a market buy by amount has none. */
function quantityRefusal({ quantityLots }: Ticket, { rules }: Market): Rejection | null {
  if (quantityLots === 0) return null;
  if (quantityLots < rules.minQuantityLots) return 'quantityTooSmall';
  return quantityLots > rules.maxQuantityLots ? 'quantityTooLarge' : null;
}

/** The market's limits on price × quantity or on the amount; a market order by quantity has no price and so no notional. */
function notionalRefusal(ticket: Ticket, { rules }: Market): Rejection | null {
  if (!ticket.isLimit && !ticket.byAmount) return null;
  // A product past the safe range is inexact, but still larger than every limit.
  const notional = ticket.isLimit ? ticket.priceTicks * ticket.quantityLots * rules.unitsPerTickLot : ticket.amount;
  if (notional < rules.minNotional) return 'notionalTooSmall';
  return notional > rules.maxNotional ? 'notionalTooLarge' : null;
}

/** A stop's limit price is measured from its trigger price. */
function bandRefusal(ticket: Ticket, { rules, lastPriceTicks }: Market): Rejection | null {
  const centreTicks = ticket.isStop ? ticket.extras.stopTicks : lastPriceTicks;
  if (!ticket.isLimit || rules.bandPpm === 0 || centreTicks === 0) return null;
  const distance = Math.abs(ticket.priceTicks - centreTicks);
  return distance > multiplyDivideDown(centreTicks, rules.bandPpm, million) ? 'priceOutsideBand' : null;
}

/** Writes down what the order that the ticket asks for may do. What it holds and its order's number are the caller's. */
export function openTicket({ ticket, marketAccounts }: State, market: Market): void {
  ticket.seat = marketAccounts.find(ticket.owner, market.id);
  ticket.openLots = ticket.quantityLots;
  ticket.openAmount = ticket.amount;
  ticket.filledLots = 0;
  ticket.limitTicks = ticket.isLimit ? ticket.priceTicks : collarTicks(ticket, market);
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
function holdOf(state: State, market: Market): number {
  const { ticket } = state;
  if (ticket.isStop) {
    const leg = ticket.pairHeld > 0 ? none : findOtherLeg(state, market);
    const heldByOther = leg === none ? ticket.pairHeld : heldOf(state, market, leg);
    return Math.max(0, fullHoldOf(ticket, market) - heldByOther);
  }
  const isMarketBuy = ticket.isBuy && !ticket.isLimit && !ticket.byAmount;
  return isMarketBuy ? walkBook(state, market).cost : fullHoldOf(ticket, market);
}

/** What an order needs for all that it may trade: any but a market buy by quantity. */
export function fullHoldOf(ticket: Ticket, { rules }: Market): number {
  if (!ticket.isBuy) return baseUnits(rules, ticket.quantityLots);
  if (!ticket.isLimit) return ticket.amount;
  return ticket.priceTicks * ticket.quantityLots * rules.unitsPerTickLot;
}

function fundsOf({ ticket, marketAccounts, accounts }: State, { rules }: Market): number {
  const { seat, isBuy } = ticket;
  const account =
    seat === none
      ? accounts.find(ticket.owner, coinKind, isBuy ? rules.quote : rules.base)
      : marketAccounts.fundingOf(seat, isBuy);
  return account === none ? 0 : accounts.availableOf(account) - ticket.pairHeld;
}

/** Whether the order's price reaches the other side's best. */
export function wouldCross({ ticket }: State, market: Market): boolean {
  const ladder = market.book.side(!ticket.isBuy);
  return ladder.best() !== none && !ticket.isBeyond(Math.abs(ladder.bestKey()));
}

/** What stands in the book against the order. */
export function bookRefusal(state: State, market: Market): Rejection | null {
  const { ticket } = state;
  if (ticket.isPostOnly && wouldCross(state, market)) return 'postOnlyWouldCross';
  if (ticket.isAllOrNothing) {
    assert(!ticket.byAmount, 'all or nothing goes by quantity');
    const { lots } = walkBook(state, market);
    if (lots < ticket.openLots) return 'fillOrKillUnfillable';
  }
  return !ticket.isLimit && market.book.side(!ticket.isBuy).best() === none ? 'noLiquidity' : null;
}
