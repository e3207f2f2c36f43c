import { kindIndex } from '../accounts/accounts.ts';
import type { AccountKind, AssetId, MarketId, OrderId, OwnerId, PlaceOrder } from '../command.ts';
import type { Ladder } from '../book/ladder.ts';
import type { AccountBalance, Balance, Depth, OpenOrder, Withdrawal } from '../matching-engine.ts';
import { allOpenLots, heldOf } from '../orders/end-order.ts';
import type { OrderTerms } from '../orders/order-terms.ts';
import { conditionFields, isTrailing } from '../requests/order-conditions.ts';
import type { RequestBody } from '../requests/request-body.ts';
import { orderChoices, RequestKind, withdrawalChoices } from '../requests/order-flags.ts';
import { asCompleted } from '../requests/idempotency-index.ts';
import { none } from '../store/records.ts';
import type { State } from './state.ts';

const kinds: readonly AccountKind[] = ['coin', 'fiat'];

export function balance({ accounts }: State, owner: OwnerId, kind: AccountKind, asset: AssetId): Balance {
  const account = accounts.find(owner, kindIndex(kind), asset);
  if (account === none) return { available: 0, frozen: 0 };
  return { available: accounts.availableOf(account), frozen: accounts.frozenOf(account) };
}

export function balances({ accounts, assets }: State, owner: OwnerId): AccountBalance[] {
  const found: AccountBalance[] = [];
  for (let asset = 0; asset < assets.length; asset += 1) {
    for (const kind of kinds) {
      const account = accounts.find(owner, kindIndex(kind), asset);
      if (account === none || !accounts.isTouched(account)) continue;
      found.push({ kind, asset, available: accounts.availableOf(account), frozen: accounts.frozenOf(account) });
    }
  }
  return found;
}

export function openOrder(state: State, orderId: OrderId): OpenOrder | null {
  const order = Number.isSafeInteger(orderId) && orderId > 0 ? state.requests.openOrder(orderId) : none;
  return order === none ? null : viewOf(state, order);
}

export function openOrders(state: State, owner: OwnerId, market?: MarketId): OpenOrder[] {
  const found: OpenOrder[] = [];
  for (const { id } of state.markets) {
    if (market !== undefined && market !== id) continue;
    const marketAccount = state.marketAccounts.find(owner, id);
    if (marketAccount === none) continue;
    for (
      let order = state.marketAccounts.newestOf(marketAccount);
      order !== none;
      order = state.orders.accountNextOf(order)
    ) {
      found.push(viewOf(state, order));
    }
  }
  return found.toSorted((a, b) => b.orderId - a.orderId);
}

export function hasOrdered({ marketAccounts }: State, owner: OwnerId, market: MarketId): boolean {
  return marketAccounts.find(owner, market) !== none;
}

export function orderIdOf({ requests, orders }: State, owner: OwnerId, clientOrderId: string): OrderId | null {
  const { lookupKey } = requests;
  if (!lookupKey.read(owner, RequestKind.order, clientOrderId)) return null;
  const known = requests.find(lookupKey);
  if (known >= 0) return orders.idOf(known);
  const orderId = known === none ? 0 : requests.completed.orderIdOf(asCompleted(known));
  return orderId === 0 ? null : orderId;
}

export function withdrawal({ requests }: State, owner: OwnerId, requestId: string): Withdrawal | null {
  const { lookupKey, completed } = requests;
  if (!lookupKey.read(owner, RequestKind.withdrawal, requestId)) return null;
  const held = requests.withdrawalOf(lookupKey, requestId);
  if (held !== null) return viewOfWithdrawal(held, 'held');
  const known = requests.find(lookupKey);
  const request = asCompleted(known);
  if (known === none || completed.rejectionOf(request) !== null) return null;
  return viewOfWithdrawal(completed.bodyOf(request), completed.isSettled(request) ? 'settled' : 'released');
}

function viewOfWithdrawal({ flags, subject, first, second }: RequestBody, state: Withdrawal['state']): Withdrawal {
  return { asset: subject, ...withdrawalChoices(flags), amount: second, fee: first, state };
}

export function depth(state: State, id: MarketId, levels: number): Depth {
  const market = state.market(id);
  if (market === null) return { bids: [], asks: [] };
  const { bids, asks } = market.book;
  return { bids: bestLevels(state, bids, levels), asks: bestLevels(state, asks, levels) };
}

/** The end of the market's own halt or auction, or 0. An opening that needs several commands ends with the next one. */
export function marketStateEnd(state: State, id: MarketId): number {
  const market = state.market(id);
  if (market === null) return 0;
  return market.opening === null ? market.until : state.time;
}

/** Every open order: by market, bids before asks, best price first, then arrival; then the stops, and the trailing stops. */
export function* allOrders({ markets, levels, orders }: State): Generator<number> {
  for (const { book, stops, trails } of markets) {
    const { inactive } = trails;
    for (const ladder of [book.bids, book.asks, stops.bids, stops.asks, inactive.bids, inactive.asks]) {
      for (const level of ladder.bestFirst()) {
        for (let order = levels.headOf(level); order !== none; order = orders.nextOf(order)) yield order;
      }
    }
    for (const side of [trails.sells, trails.buys]) for (const [order] of side.following()) yield order;
  }
}

function bestLevels({ levels }: State, ladder: Ladder, limit: number): [number, number][] {
  const found: [number, number][] = [];
  for (const level of ladder.bestFirst()) {
    if (found.length >= limit) break;
    found.push([levels.priceOf(level), levels.quantityOf(level)]);
  }
  return found;
}

function viewOf(state: State, order: number): OpenOrder {
  const { orders } = state;
  const command = commandOf(state, order);
  const market = state.market(command.market);
  const openLots = allOpenLots(state, order);
  const isWaiting = orders.isWaiting(order);
  const held = market === null ? 0 : heldOf(state, market, order);
  const isTrail = isWaiting && isTrailing(orders.conditionState(order));
  return {
    orderId: orders.idOf(order),
    command,
    filledLots: command.quantityLots - openLots,
    openLots,
    held,
    isWaiting,
    trailedTicks: isTrail && market !== null ? market.trails.triggerOf(order) : 0,
  };
}

/** The command that placed an open order, with its present price and quantity. */
function commandOf(state: State, order: number): PlaceOrder {
  const { orders } = state;
  const id = { time: orders.timeOf(order), clientOrderId: orders.clientIdOf(order) };
  return { type: 'place', ...id, ...termsOf(state, order) };
}

/** An open order's terms, with its present price and quantity. */
export function termsOf({ orders, marketAccounts, levels }: State, order: number): OrderTerms {
  const marketAccount = orders.marketAccountOf(order);
  const choices = orderChoices(orders.choicesOf(order));
  const first = orders.firstOf(order);
  const isLimit = choices.orderType === 'limit';
  const conditions = orders.conditionStateOf(order);
  const isWaiting = orders.isWaiting(order);
  const standsAt = isWaiting ? conditions?.amendedTicks || first : levels.priceOf(orders.levelOf(order));
  return {
    owner: marketAccounts.ownerOf(marketAccount),
    market: marketAccounts.marketOf(marketAccount),
    ...choices,
    priceTicks: isLimit ? standsAt : 0,
    quantityLots: orders.quantityLotsOf(order),
    amount: isLimit ? 0 : first,
    ...(conditions !== null && conditionFields(conditions)),
  };
}
