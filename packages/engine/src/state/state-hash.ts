import { orderChoices, requestKinds } from '../requests/body.ts';
import type { State } from './state.ts';
import { accountKinds } from '../accounts/accounts.ts';
import { Digest } from './digest.ts';
import type { Extras } from '../requests/details.ts';
import { allOpenLots } from '../orders/end-order.ts';
import { none } from '../store/records.ts';
import { allOrders, termsOf } from './queries.ts';

/**
 * The digest of everything that later commands can depend on: the sum, modulo 2^64, of the FNV-1a-64 hashes of these lines, so that their
 * order doesn't matter. Words are separated by one space.
 *
 *     time <time>
 *     lastOrder <orderId>
 *     asset <number> <code> <decimals>
 *     market <number> <symbol> <base> <quote> <unitsPerLot> <unitsPerTickLot> <minQuantityLots> <maxQuantityLots> <minNotional> <maxNotional>
 *         <makerFeePpm> <takerFeePpm> <bandPpm> <collarPpm> <maxOpenOrders> <volatilityPpm> <haltMs> <auctionMs> <state> <lastPriceTicks>
 *         <tradeCount> <until>                                absent rules count as 0
 *     prices <market> <second> <low> <high>                   of each second that still counts, where the market may halt itself
 *     triggered <market> <place> <orderId>                    of each stop that was triggered and hasn't come in, from 0
 *     fees <owner> <makerFeePpm> <takerFeePpm>                of each customer who has his own
 *     deadMan <owner> <market, or -1 for all> <time>          of each timer that runs
 *     account <owner> <kind> <asset> <available> <frozen>          where one of the two isn't zero
 *     order <orderId> <openLots> <shownLots> <priceTicks> <quantityLots> <orderId of the one before it at its price, or 0>
 *     stop <orderId> <held> <priceTicks> <quantityLots> <orderId of the one before it at its trigger price, or 0>
 *                                                             of each that waits, and with 0 for the last of each triggered one
 *     request order <owner> <id> <time> <orderId> <refusal or -> <market> <side> <orderType> <timeInForce> <postOnly> <selfTrade>
 *         <priceTicks> <quantityLots> <amount> <expiresAt> <stopTicks> <stopDirection or -> <otherLeg or -> <visibleLots>
 *     request deposit <owner> <id> <time> <refusal or -> <asset> <kind> <source> <amount>
 *     request transfer <owner> <id> <time> <refusal or -> <asset> <from> <amount>
 *     request withdrawal <owner> <id> <time> <refusal or -> <asset> <kind> <destination> <amount> <fee> <held, settled or released>
 *         of each remembered id; a refused withdrawal counts as released
 */
export function stateHash(state: State): string {
  const digest = new Digest();
  digest.add(`time ${state.time}`);
  digest.add(`lastOrder ${state.lastOrderId}`);
  state.assets.forEach((asset, id) => digest.add(`asset ${id} ${asset.code} ${asset.decimals}`));
  addMarkets(state, digest);
  for (const [owner, fees] of state.fees.entries()) {
    digest.add(`fees ${owner} ${fees.makerFeePpm} ${fees.takerFeePpm}`);
  }
  for (const [key, time] of state.deadMen) digest.add(`deadMan ${key} ${time}`);
  addAccounts(state, digest);
  addRequests(state, digest);
  return digest.text();
}

function addMarkets(state: State, digest: Digest): void {
  for (const { id, rules, lastPriceTicks, tradeCount, until, window, triggered } of state.markets) {
    const units = `${rules.unitsPerLot} ${rules.unitsPerTickLot}`;
    const limits = `${rules.minQuantityLots} ${rules.maxQuantityLots} ${rules.minNotional} ${rules.maxNotional}`;
    const rates = `${rules.makerFeePpm} ${rules.takerFeePpm} ${rules.bandPpm} ${rules.collarPpm}`;
    const halt = `${rules.volatilityPpm ?? 0} ${rules.haltMs ?? 0} ${rules.auctionMs ?? 0}`;
    const now = `${rules.maxOpenOrders} ${halt} ${rules.state} ${lastPriceTicks} ${tradeCount} ${until}`;
    digest.add(`market ${id} ${rules.symbol} ${rules.base} ${rules.quote} ${units} ${limits} ${rates} ${now}`);
    for (const { second, low, high } of window.live(state.time)) digest.add(`prices ${id} ${second} ${low} ${high}`);
    triggered.forEach((order, place) => digest.add(`triggered ${id} ${place} ${orderIdOf(state, order)}`));
  }
}

function addAccounts({ accounts }: State, digest: Digest): void {
  for (const account of accounts.slots()) {
    const available = accounts.availableOf(account);
    const frozen = accounts.frozenOf(account);
    if (available === 0 && frozen === 0) continue;
    const name = `${accounts.ownerOf(account)} ${accounts.kindOf(account)} ${accounts.assetOf(account)}`;
    digest.add(`account ${name} ${available} ${frozen}`);
  }
}

function addRequests(state: State, digest: Digest): void {
  const { requests, orders } = state;
  for (const request of requests.recent()) digest.add(requestLine(state, request));
  for (const order of allOrders(state)) {
    const request = orders.requestOf(order);
    digest.add(orderLine(state, order));
    if (requests.isKept(request)) digest.add(requestLine(state, request));
  }
  for (const request of state.withdrawals) {
    if (requests.isKept(request)) digest.add(requestLine(state, request));
  }
}

function orderLine(state: State, order: number): string {
  const { orders, requests } = state;
  const id = orderIdOf(state, order);
  const previous = orders.levelOf(order) === none ? none : orders.previousOf(order);
  const before = previous === none ? 0 : orderIdOf(state, previous);
  const request = orders.requestOf(order);
  const { priceTicks, quantityLots } = termsOf(state, order);
  if (orders.isWaiting(order)) {
    return `stop ${id} ${requests.detail(request).held} ${priceTicks} ${quantityLots} ${before}`;
  }
  return `order ${id} ${allOpenLots(state, order)} ${orders.openLotsOf(order)} ${priceTicks} ${quantityLots} ${before}`;
}

function orderIdOf({ orders, requests }: State, order: number): number {
  return requests.orderIdOf(orders.requestOf(order));
}

function extrasLine(extras: Extras | undefined): string {
  if (extras === undefined) return '0 0 - - 0';
  const { expiresAt, stopTicks, isRising, otherLeg, visibleLots } = extras;
  const direction = stopTicks === 0 ? '-' : isRising ? 'rising' : 'falling';
  return `${expiresAt} ${stopTicks} ${direction} ${otherLeg === '' ? '-' : otherLeg} ${visibleLots}`;
}

function requestLine({ requests }: State, request: number): string {
  const flags = requests.flagsOf(request);
  const kind = requestKinds[flags & 3];
  const refusal = requests.refusalOf(request) ?? '-';
  const start = `request ${kind} ${requests.ownerOf(request)} ${requests.idOf(request)} ${requests.timeOf(request)}`;
  const subject = requests.subjectOf(request);
  const first = requests.firstOf(request);
  const second = requests.secondOf(request);
  const account = accountKinds[(flags >> 2) & 1];
  const outside = ((flags >> 3) & 1) === 1 ? 'adjustments' : 'chain';
  if (kind === 'deposit') return `${start} ${refusal} ${subject} ${account} ${outside} ${second}`;
  if (kind === 'withdrawal') {
    return `${start} ${refusal} ${subject} ${account} ${outside} ${second} ${first} ${requests.stageOf(request)}`;
  }
  if (kind === 'transfer') return `${start} ${refusal} ${subject} ${account} ${second}`;
  const { side, orderType, timeInForce, postOnly, selfTrade } = orderChoices(flags);
  const numbers = orderType === 'limit' ? `${first} ${second} 0` : `0 ${second} ${first}`;
  const choices = `${side} ${orderType} ${timeInForce} ${postOnly} ${selfTrade}`;
  const extras = extrasLine(requests.details.get(request));
  return `${start} ${requests.orderIdOf(request)} ${refusal} ${subject} ${choices} ${numbers} ${extras}`;
}
