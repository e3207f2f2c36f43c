import { assert } from '@fft/decimal';
import type { PlaceOrder } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { acceptOrder } from '../matching/accept-order.ts';
import { recordReachedStops } from '../matching/triggers.ts';
import { maxFillsOf, workPerOrder } from '../rules/bounds.ts';
import { RequestKind } from '../requests/order-flags.ts';
import { holdOf, openTicket } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import type { Bracket } from './brackets.ts';
import { growLegs, intactLegs } from './grow-legs.ts';
import { type LegSizes, legSizes } from './leg-size.ts';

/**
 * Protects what the entry that is due first has received: enlarges its legs if nothing happened to them, else places new ones for what no
 * earlier ones protected. What is below the market's minimum, or what the owner has spent meanwhile, waits for the next fill.
 */
export function placeNextLegs(state: State, market: Market): void {
  const { brackets, rules } = market;
  const bracket = brackets.takeDue();
  let fills = 0;
  const legs = intactLegs(state, bracket);
  if (legs === null) forgetLegs(bracket);
  const sizes = legSizes(
    bracket,
    rules,
    Math.min(bracket.received, bracket.held + availableTo(state, market, bracket)),
  );
  if (sizes !== null) {
    if (legs !== null) growLegs(state, market, { bracket, legs, sizes });
    else if (hasRoom(state, market, bracket)) fills = placeLegs(state, market, bracket, sizes);
  }
  if (state.requests.openOrder(bracket.entry) === none) brackets.end(bracket.entry);
  state.workLeft -= workPerOrder * 2 + fills;
}

/** What earlier legs protected is no longer the bracket's. */
function forgetLegs(bracket: Bracket): void {
  bracket.received -= bracket.held;
  bracket.lots -= Math.max(bracket.takeProfitLots, bracket.stopLossLots);
  Object.assign(bracket, { takeProfit: 0, stopLoss: 0, takeProfitLots: 0, stopLossLots: 0, held: 0 });
}

function availableTo({ marketAccounts, accounts }: State, market: Market, { owner, isBuy }: Bracket): number {
  const marketAccount = marketAccounts.find(owner, market.id);
  return accounts.availableOf(marketAccounts.fundingOf(marketAccount, !isBuy));
}

function hasRoom({ marketAccounts }: State, { id, rules }: Market, bracket: Bracket): boolean {
  const legs = (bracket.takeProfitTicks > 0 ? 1 : 0) + (bracket.stopLossTicks > 0 ? 1 : 0);
  return marketAccounts.openCountOf(marketAccounts.find(bracket.owner, id)) + legs <= rules.maxOpenOrders;
}

/** Places both legs; a take-profit that trades at once stands alone. Returns the fills that it made. */
function placeLegs(state: State, market: Market, bracket: Bracket, sizes: LegSizes): number {
  const { takeProfitTicks, stopLossTicks, stopLossLimitTicks, isBuy } = bracket;
  const { takeProfitLots, stopLossLots, held } = sizes;
  const ids = freeIds(state, bracket);
  Object.assign(bracket, { takeProfitLots, stopLossLots, held });
  let fills = 0;
  if (takeProfitTicks > 0) {
    const terms = { clientOrderId: ids.takeProfit, priceTicks: takeProfitTicks, quantityLots: takeProfitLots };
    bracket.takeProfit = placeLeg(state, market, legOf(state, market, bracket, terms));
    fills = maxFillsOf(market.rules) - state.ticket.fillsLeft;
    if (fills > 0) return fills;
  }
  if (stopLossTicks === 0) return fills;
  const leg = legOf(state, market, bracket, {
    clientOrderId: ids.stopLoss,
    orderType: stopLossLimitTicks > 0 ? 'limit' : 'market',
    priceTicks: stopLossLimitTicks,
    quantityLots: stopLossLots,
  });
  const trigger = { stopTicks: stopLossTicks, stopDirection: isBuy ? 'falling' : 'rising' } as const;
  const tie = takeProfitTicks > 0 ? { otherLeg: ids.takeProfit } : {};
  bracket.stopLoss = placeLeg(state, market, { ...leg, ...trigger, ...tie });
  // The price may have passed the trigger meanwhile.
  recordReachedStops(state, market, false);
  return fills;
}

/** Two ids that the owner has not used. */
function freeIds({ requests }: State, bracket: Bracket): { takeProfit: string; stopLoss: string } {
  const isUsed = (id: string): boolean => {
    const isId = requests.lookupKey.read(bracket.owner, RequestKind.order, id);
    return isId && requests.find(requests.lookupKey) !== none;
  };
  for (;;) {
    bracket.placed += 1;
    const takeProfit = `tp:${bracket.entry}:${bracket.placed}`;
    const stopLoss = `sl:${bracket.entry}:${bracket.placed}`;
    if (!isUsed(takeProfit) && !isUsed(stopLoss)) return { takeProfit, stopLoss };
  }
}

type LegTerms = Pick<PlaceOrder, 'clientOrderId' | 'priceTicks' | 'quantityLots'> & Partial<PlaceOrder>;

/** Own older orders give way to a leg, which would else leave what it protects without it. */
function legOf({ time }: State, market: Market, { owner, isBuy }: Bracket, terms: LegTerms): PlaceOrder {
  return {
    type: 'place',
    time,
    owner,
    market: market.id,
    side: isBuy ? 'sell' : 'buy',
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    selfTrade: 'cancelOldest',
    amount: 0,
    ...terms,
  };
}

/** Accepts a leg without the checks that orders of customers pass. Returns its order id. */
function placeLeg(state: State, market: Market, leg: PlaceOrder): number {
  const { requests, ticket } = state;
  const hasId = requests.commandKey.read(leg.owner, RequestKind.order, leg.clientOrderId);
  assert(hasId && ticket.read(leg), 'a leg is malformed');
  openTicket(state, market);
  ticket.held = holdOf(state, market);
  acceptOrder(state, leg, market);
  return state.lastOrderId;
}
