import { assert, multiplyDivideDown } from '@fft/decimal';
import { coinKind } from '../accounts/accounts.ts';
import type { PlaceOrder } from '../command.ts';
import { million } from '../fees/fee.ts';
import { baseUnits } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import { survey } from '../matching/survey.ts';
import type { Ticket } from '../matching/ticket.ts';
import type { Rejection } from '../rejection.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/**
 * The first reason, in order of precedence, to refuse an order of the right form; or null, and then the ticket is written: what the order
 * may do, and what it freezes.
 */
export function orderRefusal(state: State, command: PlaceOrder, market: Market): Rejection | null {
  if (market.rules.state !== 'open') return 'marketNotOpen';
  const outOfLimits =
    quantityRefusal(command, market) ?? notionalRefusal(command, market) ?? bandRefusal(command, market);
  if (outOfLimits !== null) return outOfLimits;

  const { ticket } = state;
  writeTicket(state, command, market);
  if (mayRest(command) && ticket.seat !== none && state.seats.openCountOf(ticket.seat) >= market.rules.maxOpenOrders) {
    return 'tooManyOpenOrders';
  }
  ticket.held = holdOf(state, command, market);
  if (ticket.held > fundsOf(state, command, market)) return 'insufficientBalance';
  return bookRefusal(state, command, market);
}

/** The market's limits on a quantity; a market buy by amount has none. */
function quantityRefusal(command: PlaceOrder, { rules }: Market): Rejection | null {
  if (command.quantityLots === 0) return null;
  if (command.quantityLots < rules.minQuantityLots) return 'quantityTooSmall';
  return command.quantityLots > rules.maxQuantityLots ? 'quantityTooLarge' : null;
}

/** The market's limits on price × quantity or on the amount; a market order by quantity has no price and so no notional. */
function notionalRefusal(command: PlaceOrder, { rules }: Market): Rejection | null {
  if (command.orderType === 'market' && command.amount === 0) return null;
  // A product past the safe range is inexact, but still larger than every limit.
  const notional =
    command.orderType === 'limit' ? command.priceTicks * command.quantityLots * rules.unitsPerTickLot : command.amount;
  if (notional < rules.minNotional) return 'notionalTooSmall';
  return notional > rules.maxNotional ? 'notionalTooLarge' : null;
}

function bandRefusal(command: PlaceOrder, { rules, lastPriceTicks }: Market): Rejection | null {
  if (command.orderType !== 'limit' || rules.bandPpm === 0 || lastPriceTicks === 0) return null;
  const distance = Math.abs(command.priceTicks - lastPriceTicks);
  return distance > multiplyDivideDown(lastPriceTicks, rules.bandPpm, million) ? 'priceOutsideBand' : null;
}

function mayRest(command: PlaceOrder): boolean {
  return command.orderType === 'limit' && command.timeInForce === 'GTC';
}

function writeTicket(state: State, command: PlaceOrder, market: Market): void {
  const { ticket } = state;
  ticket.market = market;
  ticket.seat = state.seats.find(command.owner, market.id);
  ticket.isBuy = command.side === 'buy';
  ticket.byAmount = command.amount > 0;
  ticket.openLots = command.quantityLots;
  ticket.openAmount = command.amount;
  ticket.filledLots = 0;
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

/** What the order freezes. A market buy by quantity freezes exactly what it is about to pay. */
function holdOf(state: State, command: PlaceOrder, market: Market): number {
  const { rules } = market;
  if (command.side === 'sell') return baseUnits(rules, command.quantityLots);
  if (command.orderType === 'limit') return command.priceTicks * command.quantityLots * rules.unitsPerTickLot;
  return command.amount > 0 ? command.amount : survey(state, state.ticket, market, command.selfTrade).cost;
}

function fundsOf(state: State, command: PlaceOrder, { rules }: Market): number {
  const { seat } = state.ticket;
  const account =
    seat === none
      ? state.accounts.find(command.owner, coinKind, command.side === 'buy' ? rules.quote : rules.base)
      : state.seats.fundingOf(seat, command.side === 'buy');
  return account === none ? 0 : state.accounts.availableOf(account);
}

function bookRefusal(state: State, command: PlaceOrder, market: Market): Rejection | null {
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
