import { amountFlag, kindMask, orderChoices, RequestKind, requestKinds } from '../requests/order-flags.ts';
import type { RequestBody } from '../requests/request-body.ts';
import type { State } from './state.ts';
import { accountKinds } from '../accounts/accounts.ts';
import { StateDigest } from './state-digest.ts';
import { conditionsLine, isTrailing, type OrderConditions, noConditions } from '../requests/order-conditions.ts';
import { allOpenLots } from '../orders/end-order.ts';
import { none } from '../store/records.ts';
import type { TrailingStops } from '../trailing/trailing-stops.ts';
import type { Brackets } from '../brackets/brackets.ts';
import { hasOrderRules } from '../rules/bounds.ts';
import { TimerKind } from '../time/timers.ts';
import { workLine } from '../time/pending-work.ts';
import { allOrders, termsOf } from './queries.ts';

/**
 * The digest of everything that later commands can depend on: the sum, modulo 2^64, of the FNV-1a-64 hashes of these lines, so their
 * order doesn't matter. Words are separated by one space.
 *
 *     time <time>
 *     lastOrder <orderId>
 *     asset <number> <code> <decimals>
 *     market <number> <symbol> <base> <quote> <unitsPerLot> <unitsPerTickLot> <minQuantityLots> <maxQuantityLots> <minNotional> <maxNotional>
 *         <makerFeePpm> <takerFeePpm> <bandPpm> <collarPpm> <maxOpenOrders> <volatilityPpm> <haltMs> <auctionMs> <maxFillsPerCommand>
 *         <maxIcebergParts> <state> <lastPriceTicks> <tradeCount> <until>                                absent rules count as 0; with
 *         `orderRules` also ` orderRules <number>`
 *     prices <market> <second> <low> <high>                   per second in the window, if the market may halt itself
 *     reached <market> <place> <rising or falling> <ticks>     prices that triggered stops which have not executed, in order, from 0
 *     opening <market> <priceTicks, or 0> <levels that the search for it has passed>
 *                                                             per market that uncrosses before it opens
 *     work <place> cancels <owner> <upTo> <reason> <markets>  pending work, from 0; markets separated by commas
 *     work <place> <opening or stops> <market>
 *     fees <owner> <makerFeePpm> <takerFeePpm>                per fee override
 *     feesBefore market <market> <upTo> <makerFeePpm> <takerFeePpm>   per fees of a market that changed while orders placed under them, up to
 *         this one, are open
 *     feesBefore owner <owner> <upTo> <makerFeePpm> <takerFeePpm>     the same for a customer's own fees; -1 where the market's applied
 *     deadMan <owner> <market, or -1 for all> <time>          per running timer
 *     account <owner> <kind> <asset> <available> <frozen>          if one of the two isn't zero
 *     order <orderId> <openLots> <shownLots> <priceTicks> <quantityLots> <orderId of the one before it at its price, or 0>
 *     stop <orderId> <held> <priceTicks> <quantityLots> <orderId of the one before it at its trigger price, or 0>
 *                                                             per waiting stop
 *     trailing <orderId> <held> <limit price less trigger, as placed> <extreme price, or 0 before it follows> <orderId of the one before it:
 *         of those that follow, the one that began before; else the one before it at its activation price; or 0>
 *     trails <market> <buy or sell> <reachedTicks> <activatedTicks>     prices whose trailing stops wait for their turn, unless both are 0
 *     bracket <entry> <owner> <side of the entry> <takeProfitTicks> <stopLossTicks> <stopLossLimitTicks> <lots> <received>
 *         <orderId of the take-profit, or 0> <of the stop-loss, or 0> <their lots> <lots> <held> <times that legs were placed>
 *         per bracket whose entry has traded
 *     legs <market> <place> <entry>                           entries whose legs are due, in order, from 0
 *     request order <owner> <id> <time> <orderId> <rejection or -> <market> <side> <orderType> <timeInForce> <postOnly> <selfTrade>
 *         <priceTicks> <quantityLots> <amount> <the words of {@link conditionsLine}> <reusable, freed, or nothing>
 *     request deposit <owner> <id> <time> <rejection or -> <asset> <kind> <source> <amount>
 *     request transfer <owner> <id> <time> <rejection or -> <asset> <from> <amount>
 *     request withdrawal <owner> <id> <time> <rejection or -> <asset> <kind> <destination> <amount> <fee> <held, settled or released>
 *         per remembered id; a rejected withdrawal counts as released
 */
export function stateHash(state: State): string {
  const digest = new StateDigest();
  digest.add(`time ${state.time}`);
  digest.add(`lastOrder ${state.lastOrderId}`);
  state.assets.forEach((asset, id) => digest.add(`asset ${id} ${asset.code} ${asset.decimals}`));
  addMarkets(state, digest);
  for (const [owner, fees] of state.fees.entries()) {
    digest.add(`fees ${owner} ${fees.makerFeePpm} ${fees.takerFeePpm}`);
  }
  addFeesBefore(state, digest);
  for (const { kind, subject, scope, time } of state.timers.all()) {
    if (kind === TimerKind.deadMan) digest.add(`deadMan ${subject} ${scope} ${time}`);
  }
  state.pendingWork.forEach((work, place) => digest.add(workLine(work, place)));
  addAccounts(state, digest);
  addRequests(state, digest);
  return digest.text();
}

function addMarkets(state: State, digest: StateDigest): void {
  for (const {
    id,
    rules,
    lastPriceTicks,
    tradeCount,
    until,
    window,
    reached,
    opening,
    trails,
    brackets,
  } of state.markets) {
    const units = `${rules.unitsPerLot} ${rules.unitsPerTickLot}`;
    const limits = `${rules.minQuantityLots} ${rules.maxQuantityLots} ${rules.minNotional} ${rules.maxNotional}`;
    const rates = `${rules.makerFeePpm} ${rules.takerFeePpm} ${rules.bandPpm} ${rules.collarPpm}`;
    const halt = `${rules.volatilityPpm ?? 0} ${rules.haltMs ?? 0} ${rules.auctionMs ?? 0}`;
    const bounds = `${rules.maxFillsPerCommand ?? 0} ${rules.maxIcebergParts ?? 0}`;
    const now = `${rules.maxOpenOrders} ${halt} ${bounds} ${rules.state} ${lastPriceTicks} ${tradeCount} ${until}`;
    const own = hasOrderRules(rules) ? ` orderRules ${rules.orderRules}` : '';
    digest.add(`market ${id} ${rules.symbol} ${rules.base} ${rules.quote} ${units} ${limits} ${rates} ${now}${own}`);
    for (const { second, low, high } of window.live(state.time)) digest.add(`prices ${id} ${second} ${low} ${high}`);
    reached.forEach(({ isRising, ticks }, place) => {
      digest.add(`reached ${id} ${place} ${isRising ? 'rising' : 'falling'} ${ticks}`);
    });
    addTrails(state, digest, id, trails);
    addBrackets(digest, id, brackets);
    if (opening !== null) digest.add(`opening ${id} ${opening.priceTicks} ${opening.search?.walked ?? 0}`);
  }
}

function addFeesBefore({ markets, fees }: State, digest: StateDigest): void {
  for (const { id, feesBefore } of markets) {
    for (const { upTo, fees: before } of feesBefore.all())
      digest.add(`feesBefore market ${id} ${upTo} ${before.makerFeePpm} ${before.takerFeePpm}`);
  }
  for (const [owner, history] of fees.changed()) {
    for (const { upTo, fees: before } of history.all())
      digest.add(`feesBefore owner ${owner} ${upTo} ${before?.makerFeePpm ?? -1} ${before?.takerFeePpm ?? -1}`);
  }
}

function addBrackets(digest: StateDigest, market: number, brackets: Brackets): void {
  for (const one of brackets.all()) {
    const terms = `${one.takeProfitTicks} ${one.stopLossTicks} ${one.stopLossLimitTicks} ${one.lots} ${one.received}`;
    const legs = `${one.takeProfit} ${one.stopLoss} ${one.takeProfitLots} ${one.stopLossLots} ${one.held} ${one.placed}`;
    digest.add(`bracket ${one.entry} ${one.owner} ${one.isBuy ? 'buy' : 'sell'} ${terms} ${legs}`);
  }
  [...brackets.dueEntries()].forEach((entry, place) => digest.add(`legs ${market} ${place} ${entry}`));
}

function addAccounts({ accounts }: State, digest: StateDigest): void {
  for (const account of accounts.slots()) {
    const available = accounts.availableOf(account);
    const frozen = accounts.frozenOf(account);
    if (available === 0 && frozen === 0) continue;
    const name = `${accounts.ownerOf(account)} ${accounts.kindOf(account)} ${accounts.assetOf(account)}`;
    digest.add(`account ${name} ${available} ${frozen}`);
  }
}

function addRequests(state: State, digest: StateDigest): void {
  for (const request of state.requests.recent()) digest.add(completedLine(state, request));
  for (const order of allOrders(state)) {
    const line = orderLine(state, order);
    if (line !== null) digest.add(line);
    digest.add(openRequestLine(state, order));
  }
  for (const held of state.requests.heldWithdrawals()) {
    digest.add(moneyLine(held, { owner: held.owner, id: held.id, time: held.time, rejection: '-' }, 'held'));
  }
}

/** Null for a trailing stop that follows: its queue has its line. */
function orderLine(state: State, order: number): string | null {
  const { orders } = state;
  const id = orders.idOf(order);
  const isFollowing = orders.levelOf(order) === none;
  const previous = isFollowing ? none : orders.previousOf(order);
  const before = previous === none ? 0 : orders.idOf(previous);
  const { priceTicks, quantityLots } = termsOf(state, order);
  if (orders.isWaiting(order) && isTrailing(orders.conditionState(order))) {
    return orders.levelOf(order) === none ? null : trailingLine(state, order, 0, before);
  }
  if (orders.isWaiting(order)) {
    return `stop ${id} ${orders.conditionState(order).held} ${priceTicks} ${quantityLots} ${before}`;
  }
  return `order ${id} ${allOpenLots(state, order)} ${orders.openLotsOf(order)} ${priceTicks} ${quantityLots} ${before}`;
}

function trailingLine({ orders }: State, order: number, extremeTicks: number, before: number): string {
  const { held, limitOffset } = orders.conditionState(order);
  return `trailing ${orders.idOf(order)} ${held} ${limitOffset} ${extremeTicks} ${before}`;
}

function addTrails(state: State, digest: StateDigest, market: number, trails: TrailingStops): void {
  for (const side of [trails.sells, trails.buys]) {
    const { reachedTicks, activatedTicks } = side.save();
    const isBusy = reachedTicks > 0 || activatedTicks > 0;
    if (isBusy) digest.add(`trails ${market} ${side.isBuy ? 'buy' : 'sell'} ${reachedTicks} ${activatedTicks}`);
    let before = 0;
    for (const [order, extremeTicks] of side.following()) {
      digest.add(trailingLine(state, order, extremeTicks, before));
      before = state.orders.idOf(order);
    }
  }
}

/** The fields that start every request line. `rejection` is `-` if there is none. */
interface RequestHeader {
  readonly owner: number;
  readonly id: string;
  readonly time: number;
  readonly rejection: string;
}

function openRequestLine({ orders, marketAccounts }: State, order: number): string {
  const marketAccount = orders.marketAccountOf(order);
  const flags = orders.choicesOf(order);
  const body = {
    flags,
    subject: marketAccounts.marketOf(marketAccount),
    first: orders.firstOf(order),
    second: orders.secondOf(order),
  };
  const id = orders.clientIdOf(order);
  const header = { owner: marketAccounts.ownerOf(marketAccount), id, time: orders.timeOf(order), rejection: '-' };
  const line = requestOrderLine(body, header, orders.idOf(order), orders.conditionStateOf(order) ?? noConditions);
  return orders.isReusable(order) ? `${line} reusable` : line;
}

function completedLine({ requests }: State, request: number): string {
  const { completed } = requests;
  const body = completed.bodyOf(request);
  const rejection = completed.rejectionOf(request);
  const id = completed.idOf(request);
  const header = {
    owner: completed.ownerOf(request),
    id,
    time: completed.timeOf(request),
    rejection: rejection ?? '-',
  };
  if ((body.flags & kindMask) === RequestKind.order) {
    const line = requestOrderLine(body, header, completed.orderIdOf(request), requests.conditionsOf(request));
    return completed.isFreed(request) ? `${line} freed` : line;
  }
  return moneyLine(body, header, completed.isSettled(request) ? 'settled' : 'released');
}

function requestOrderLine(
  body: RequestBody,
  header: RequestHeader,
  orderId: number,
  conditions: OrderConditions,
): string {
  const { first, second, subject } = body;
  const { side, orderType, timeInForce, postOnly, selfTrade } = orderChoices(body.flags);
  const ofLimit = (body.flags & amountFlag) === 0 ? `${first} ${second} 0` : `${first} 0 ${second}`;
  const numbers = orderType === 'limit' ? ofLimit : `0 ${second} ${first}`;
  const choices = `${side} ${orderType} ${timeInForce} ${postOnly} ${selfTrade}`;
  const start = `request order ${header.owner} ${header.id} ${header.time}`;
  return `${start} ${orderId} ${header.rejection} ${subject} ${choices} ${numbers} ${conditionsLine(conditions)}`;
}

/** `stage` is the state of a withdrawal. */
function moneyLine({ flags, subject, first, second }: RequestBody, header: RequestHeader, stage: string): string {
  const kind = requestKinds[flags & kindMask];
  const start = `request ${kind} ${header.owner} ${header.id} ${header.time} ${header.rejection}`;
  const account = accountKinds[(flags >> 2) & 1];
  const outside = ((flags >> 3) & 1) === 1 ? 'adjustments' : 'chain';
  if (kind === 'deposit') return `${start} ${subject} ${account} ${outside} ${second}`;
  if (kind === 'transfer') return `${start} ${subject} ${account} ${second}`;
  return `${start} ${subject} ${account} ${outside} ${second} ${first} ${stage}`;
}
