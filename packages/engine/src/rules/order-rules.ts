import { multiplyDivideDown } from '@fft/decimal';
import { coinKind } from '../accounts/accounts.ts';
import { million } from '../fees/fee.ts';
import { baseUnits } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import { isFindingPrice } from '../markets/opening.ts';
import { walkBook } from '../matching/walk-book.ts';
import { isTriggered } from '../matching/triggers.ts';
import type { Ticket } from '../matching/ticket.ts';
import { heldOf } from '../orders/end-order.ts';
import type { Rejection } from '../rejection.ts';
import { hasHappened, triggerOf } from '../requests/order-conditions.ts';
import { RequestKind } from '../requests/order-flags.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { startTrigger } from '../trailing/start-trail.ts';
import { isBracketReached, isLegOutsideBand, legCount, legNotionalRejection } from './leg-rules.ts';
import { hasOrderRules } from './bounds.ts';
import { bandReach } from './price-band.ts';

/**
 * The first reason, in order of precedence, to reject the ticket's well-formed order, or null. If null, the ticket is open and holds what the
 * order freezes.
 */
export function orderRejection(state: State, market: Market): Rejection | null {
  const { ticket } = state;
  const unfit = termsRejection(state, market);
  if (unfit !== null) return unfit;

  openTicket(state, market);
  const { isStop } = ticket;
  const cannotWait = isStop ? stopRejection(state, market) : null;
  if (cannotWait !== null) return cannotWait;
  if (ticket.hasBracket && isBracketReached(ticket, market)) return 'wouldTriggerAtOnce';
  const toStay = (isStop || ticket.mayRest ? 1 : 0) + legCount(ticket);
  if (toStay > 0 && openCountOf(state) + toStay > market.rules.maxOpenOrders) return 'tooManyOpenOrders';
  ticket.held = holdOf(state, market);
  if (ticket.held > fundsOf(state, market)) return 'insufficientBalance';
  if (isStop) return ticket.isTrailing && startTrigger(ticket, market) === null ? 'noLiquidity' : null;
  return bookRejection(state, market);
}

/** The part of {@link orderRejection} that needs no account and no book: the market's state and limits, and the time. */
export function termsRejection({ ticket, time }: State, market: Market): Rejection | null {
  if (!isTaken(ticket, market)) return 'marketNotOpen';
  const { expiresAt } = ticket.conditions;
  if (expiresAt > 0 && expiresAt <= time) return 'alreadyExpired';
  return limitsRejection(ticket, market);
}

/** The market's limits on quantity, notional, iceberg parts, and price. */
export function limitsRejection(ticket: Ticket, market: Market): Rejection | null {
  if (isUnprintable(ticket, market)) return 'priceTooLarge';
  const outOfSize = sizeRejection(ticket, market);
  if (outOfSize !== null) return outOfSize;
  return hasTooManyParts(ticket, market) ? 'visibleTooSmall' : bandRejection(ticket, market);
}

/** The prices of the order itself, whatever the market's: a reason of form. */
function isUnprintable({ priceTicks, conditions }: Ticket, { maxPrintableTicks }: Market): boolean {
  const { stopTicks, trailTicks, activationTicks } = conditions;
  const { takeProfitTicks, stopLossTicks, stopLossLimitTicks } = conditions;
  if (Math.max(takeProfitTicks, stopLossTicks, stopLossLimitTicks) > maxPrintableTicks) return true;
  return Math.max(priceTicks, stopTicks, trailTicks, activationTicks) > maxPrintableTicks;
}

function hasTooManyParts({ quantityLots, conditions: { visibleLots } }: Ticket, { rules }: Market): boolean {
  const { maxIcebergParts = 0 } = rules;
  return visibleLots > 0 && maxIcebergParts > 0 && Math.ceil(quantityLots / visibleLots) > maxIcebergParts;
}

/** The market's limits on quantity and notional. */
export function sizeRejection(ticket: Ticket, market: Market): Rejection | null {
  return quantityRejection(ticket, market) ?? notionalRejection(ticket, market);
}

/** An auction accepts orders that can rest or wait, but none during its price search. */
function isTaken(ticket: Ticket, market: Market): boolean {
  const { rules } = market;
  if (isFindingPrice(market)) return false;
  if (rules.state === 'open') return true;
  return rules.state === 'auction' && ((ticket.mayRest && !ticket.isPostOnly) || ticket.isStop);
}

function stopRejection(state: State, market: Market): Rejection | null {
  const { otherLeg } = state.ticket.conditions;
  if (isAlreadyReached(state, market)) return 'wouldTriggerAtOnce';
  const isLegWanted = otherLeg !== '' && state.ticket.pairHeld === 0;
  return isLegWanted && findOtherLeg(state, market) === none ? 'otherLegNotOpen' : null;
}

/** A trailing stop can't join others of its side that wait for their turn. */
function isAlreadyReached({ ticket, time }: State, market: Market): boolean {
  const { isTrailing, isBuy, conditions } = ticket;
  if (isTrailing) return market.trails.side(isBuy).isBusy;
  const { lastPriceTicks } = market;
  const isReached = isTriggered(market, conditions.isRising, triggerOf(conditions));
  return isReached || hasHappened(conditions, { lastPriceTicks, time });
}

/** The owner's open orders, including the other order of a pair. */
function openCountOf({ ticket, marketAccounts }: State): number {
  const open = ticket.marketAccount === none ? 0 : marketAccounts.openCountOf(ticket.marketAccount);
  return ticket.pairHeld > 0 ? open + 1 : open;
}

/** The owner's order that the ticket's stop replaces, or `none`: it rests, or waits too in a pair of stops, in the same market, on the same side, without another leg. */
export function findOtherLeg({ requests, orders, marketAccounts, ticket }: State, market: Market): number {
  const { otherLeg } = ticket.conditions;
  const { lookupKey } = requests;
  if (otherLeg === '' || !lookupKey.read(ticket.owner, RequestKind.order, otherLeg)) return none;
  const order = requests.openOf(lookupKey);
  if (order === none || marketAccounts.marketOf(orders.marketAccountOf(order)) !== market.id) return none;
  if (orders.isWaiting(order) && !ticket.replacesStop) return none;
  if (orders.isBuy(order) !== ticket.isBuy) return none;
  return orders.hasConditions(order) && orders.conditionState(order).legOrder !== none ? none : order;
}

/** The market's limits on quantity. A market buy by amount has none. */
function quantityRejection({ quantityLots }: Ticket, { rules }: Market): Rejection | null {
  if (quantityLots === 0) return null;
  if (quantityLots < rules.minQuantityLots) return 'quantityTooSmall';
  return quantityLots > rules.maxQuantityLots ? 'quantityTooLarge' : null;
}

/** The market's limits on price × quantity or on the amount. */
function notionalRejection(ticket: Ticket, market: Market): Rejection | null {
  return ownNotionalRejection(ticket, market) ?? (ticket.hasBracket ? legNotionalRejection(ticket, market) : null);
}

function ownNotionalRejection(ticket: Ticket, market: Market): Rejection | null {
  const { rules } = market;
  const ticks = ticket.isByAmount ? 0 : valueTicks(ticket, market);
  if (ticks === 0 && !ticket.isByAmount) return null;
  // A product beyond the safe range is inexact, but exceeds every limit.
  const notional = ticket.isByAmount ? ticket.amount : ticks * ticket.quantityLots * rules.unitsPerTickLot;
  if (notional < rules.minNotional) return 'notionalTooSmall';
  return notional > rules.maxNotional ? 'notionalTooLarge' : null;
}

/** The price at which an order by quantity counts for the limits on the notional; 0 without one, and then it can't trade. */
function valueTicks(ticket: Ticket, market: Market): number {
  if (ticket.isLimit) return ticket.priceTicks;
  if (!hasOrderRules(market.rules)) return 0;
  if (ticket.isStop) return Math.max(0, placedTrigger(ticket, market));
  if (market.lastPriceTicks > 0) return market.lastPriceTicks;
  const ladder = market.book.side(!ticket.isBuy);
  return ladder.best() === none ? 0 : Math.abs(ladder.bestKey());
}

/** True if the market's prices, not the order alone, decide its notional. */
export function isValuedByMarket({ isLimit, isByAmount, isStop, isTrailing }: Ticket): boolean {
  return !isLimit && !isByAmount && (!isStop || isTrailing);
}

/** True if the market offers the order's kind: some only with `orderRules`. */
export function isOffered(ticket: Ticket, { rules }: Market): boolean {
  const { isStop, isFillOrKill, isBuy, isLimit } = ticket;
  if (ticket.isByAmount && (isLimit || !isBuy)) return hasOrderRules(rules);
  if (!isStop || hasOrderRules(rules)) return true;
  return !isFillOrKill && ticket.conditions.visibleLots === 0 && !isCappedStop(ticket);
}

/** True for a stop that buys a quantity at the market's price. */
export function isCappedStop({ isStop, isBuy, isLimit, isByAmount }: Ticket): boolean {
  return isStop && isBuy && !isLimit && !isByAmount;
}

/** The trigger price of a stop when it is placed; 0 if it has none yet. */
function placedTrigger(ticket: Ticket, market: Market): number {
  return ticket.isTrailing ? (startTrigger(ticket, market) ?? 0) : ticket.conditions.stopTicks;
}

/** The most that a market buy by quantity pays once it has triggered at this price. */
export function capTicks(triggerTicks: number, { rules }: Market): number {
  return triggerTicks + multiplyDivideDown(triggerTicks, rules.collarPpm, million);
}

/** The band of a stop's limit price is around its trigger price. A trail must be shorter than the price from which it begins. */
function bandRejection(ticket: Ticket, market: Market): Rejection | null {
  const { rules } = market;
  if (ticket.hasBracket && isLegOutsideBand(ticket, market)) return 'priceOutsideBand';
  const centreTicks = bandCentre(ticket, market);
  if (ticket.isTrailing && centreTicks < 0) return 'priceOutsideBand';
  if (!ticket.isLimit || rules.bandPpm === 0 || centreTicks === 0) return null;
  const distance = Math.abs(ticket.priceTicks - centreTicks);
  return distance > bandReach(centreTicks, rules.bandPpm) ? 'priceOutsideBand' : null;
}

/** The price around which a limit price must be; 0 if it is unknown, and −1 for a trail that leads to no price or an unprintable one. */
function bandCentre(ticket: Ticket, market: Market): number {
  if (!ticket.isTrailing) return ticket.conditions.stopTicks || market.lastPriceTicks;
  const triggerTicks = startTrigger(ticket, market);
  if (triggerTicks === null) return 0;
  return triggerTicks > 0 && triggerTicks <= market.maxPrintableTicks ? triggerTicks : -1;
}

/** Prepares the ticket for execution. The caller sets its hold and order id. */
export function openTicket({ ticket, marketAccounts }: State, market: Market): void {
  ticket.marketAccount = marketAccounts.find(ticket.owner, market.id);
  ticket.openLots = ticket.quantityLots;
  ticket.openAmount = ticket.amount;
  ticket.filledLots = 0;
  ticket.limitTicks = ticket.isLimit ? ticket.priceTicks : collarTicks(ticket, market);
}

/** The worst price of a market order: the best price on arrival, plus or minus the collar. */
function collarTicks(ticket: Ticket, market: Market): number {
  const ladder = market.book.side(!ticket.isBuy);
  if (ladder.best() === none) return 0;
  const bestTicks = Math.abs(ladder.bestKey());
  const distance = multiplyDivideDown(bestTicks, market.rules.collarPpm, million);
  return ticket.isBuy ? bestTicks + distance : bestTicks - distance;
}

/**
 * The amount to freeze. A market buy by quantity freezes exactly its cost, a sell by amount exactly what it sells; a stop, what its other leg
 * doesn't hold.
 */
export function holdOf(state: State, market: Market): number {
  const { ticket } = state;
  if (ticket.isStop) {
    const leg = ticket.pairHeld > 0 ? none : findOtherLeg(state, market);
    const heldByOther = leg === none ? ticket.pairHeld : heldOf(state, market, leg);
    return Math.max(0, fullHoldOf(ticket, market) - heldByOther);
  }
  if (ticket.isLimit || ticket.isBuy === ticket.isByAmount) return fullHoldOf(ticket, market);
  const { cost, lots } = walkBook(state, market);
  return ticket.isBuy ? cost : baseUnits(market.rules, lots);
}

/** The full hold of any order whose book doesn't decide it. Beyond the safe range it is approximate, but exceeds any balance. */
export function fullHoldOf(ticket: Ticket, market: Market): number {
  const { rules } = market;
  if (!ticket.isBuy) return baseUnits(rules, ticket.quantityLots);
  if (ticket.isByAmount) return ticket.amount;
  const ticks = isCappedStop(ticket) ? capTicks(placedTrigger(ticket, market), market) : ticket.priceTicks;
  return ticks * ticket.quantityLots * rules.unitsPerTickLot;
}

function fundsOf({ ticket, marketAccounts, accounts }: State, { rules }: Market): number {
  const { marketAccount, isBuy } = ticket;
  const account =
    marketAccount === none
      ? accounts.find(ticket.owner, coinKind, isBuy ? rules.quote : rules.base)
      : marketAccounts.fundingOf(marketAccount, isBuy);
  return (account === none ? 0 : accounts.availableOf(account)) - ticket.pairHeld + ticket.awaited;
}

/** True if the order's price reaches the best price of the other side. */
export function wouldCross({ ticket }: State, market: Market): boolean {
  const ladder = market.book.side(!ticket.isBuy);
  return ladder.best() !== none && !ticket.isBeyondLimit(Math.abs(ladder.bestKey()));
}

/** The reason the book rejects the order, or null. */
export function bookRejection(state: State, market: Market): Rejection | null {
  const { ticket } = state;
  if (ticket.isPostOnly && wouldCross(state, market)) return 'postOnlyWouldCross';
  if (ticket.isFillOrKill && !walkBook(state, market).isWhole) return 'fillOrKillUnfillable';
  return !ticket.isLimit && market.book.side(!ticket.isBuy).best() === none ? 'noLiquidity' : null;
}
