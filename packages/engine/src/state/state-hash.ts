import { orderChoices, requestKinds } from '../requests/body.ts';
import type { State } from './state.ts';
import { accountKinds } from '../accounts/accounts.ts';
import { Digest } from './digest.ts';
import { allOrders } from './queries.ts';

/**
 * The digest of everything that later commands can depend on: the sum, modulo 2^64, of the FNV-1a-64 hashes of these lines, so that their
 * order doesn't matter. Words are separated by one space.
 *
 *     time <time>
 *     lastOrder <orderId>
 *     asset <number> <code> <decimals>
 *     market <number> <symbol> <base> <quote> <unitsPerLot> <unitsPerTickLot> <minQuantityLots> <maxQuantityLots> <minNotional> <maxNotional>
 *         <makerFeePpm> <takerFeePpm> <bandPpm> <collarPpm> <maxOpenOrders> <state> <lastPriceTicks> <tradeCount>
 *     account <owner> <kind> <asset> <available> <frozen>          where one of the two isn't zero
 *     order <orderId> <openLots>                                  of each open order; arrival goes by id
 *     request order <owner> <id> <time> <orderId> <refusal or -> <market> <side> <orderType> <timeInForce> <postOnly> <selfTrade>
 *         <priceTicks> <quantityLots> <amount>
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
  addAccounts(state, digest);
  addRequests(state, digest);
  return digest.text();
}

function addMarkets(state: State, digest: Digest): void {
  for (const { id, rules, lastPriceTicks, tradeCount } of state.markets) {
    const units = `${rules.unitsPerLot} ${rules.unitsPerTickLot}`;
    const limits = `${rules.minQuantityLots} ${rules.maxQuantityLots} ${rules.minNotional} ${rules.maxNotional}`;
    const rates = `${rules.makerFeePpm} ${rules.takerFeePpm} ${rules.bandPpm} ${rules.collarPpm}`;
    const now = `${rules.maxOpenOrders} ${rules.state} ${lastPriceTicks} ${tradeCount}`;
    digest.add(`market ${id} ${rules.symbol} ${rules.base} ${rules.quote} ${units} ${limits} ${rates} ${now}`);
  }
}

function addAccounts({ accounts }: State, digest: Digest): void {
  for (let account = 0; account < accounts.count; account += 1) {
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
    digest.add(`order ${requests.orderIdOf(request)} ${orders.openLotsOf(order)}`);
    if (requests.isKept(request)) digest.add(requestLine(state, request));
  }
  for (const request of state.withdrawals) {
    if (requests.isKept(request)) digest.add(requestLine(state, request));
  }
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
  return `${start} ${requests.orderIdOf(request)} ${refusal} ${subject} ${choices} ${numbers}`;
}
