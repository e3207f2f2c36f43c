import { kindIndex } from '../accounts/accounts.ts';
import type { AccountKind, AssetId, MarketId, OrderId, OwnerId, PlaceOrder } from '../command.ts';
import type { Ladder } from '../book/ladder.ts';
import type { AccountBalance, Balance, Depth, OpenOrder, Withdrawal } from '../matching-engine.ts';
import { allOpenLots, heldOf } from '../orders/end-order.ts';
import type { OrderTerms } from '../orders/order-terms.ts';
import { orderChoices, RequestKind } from '../requests/body.ts';
import { extraFields } from '../requests/details.ts';
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
  const request = Number.isSafeInteger(orderId) && orderId > 0 ? state.requests.findOrder(orderId) : none;
  const order = request === none ? none : state.requests.openOrderOf(request);
  return order === none ? null : viewOf(state, order);
}

export function openOrders(state: State, owner: OwnerId, market?: MarketId): OpenOrder[] {
  const found: OpenOrder[] = [];
  for (const { id } of state.markets) {
    if (market !== undefined && market !== id) continue;
    const seat = state.seats.find(owner, id);
    if (seat === none) continue;
    for (let order = state.seats.newestOf(seat); order !== none; order = state.orders.seatNextOf(order)) {
      found.push(viewOf(state, order));
    }
  }
  return found.toSorted((a, b) => b.orderId - a.orderId);
}

export function orderIdOf({ requests }: State, owner: OwnerId, clientOrderId: string): OrderId | null {
  const request = requests.find(owner, RequestKind.order, clientOrderId);
  const orderId = request === none ? 0 : requests.orderIdOf(request);
  return orderId === 0 ? null : orderId;
}

export function withdrawal(state: State, owner: OwnerId, requestId: string): Withdrawal | null {
  const { requests } = state;
  const request = requests.find(owner, RequestKind.withdrawal, requestId);
  return request === none || requests.refusalOf(request) !== null ? null : viewOfWithdrawal(state, request);
}

export function viewOfWithdrawal({ requests }: State, request: number): Withdrawal {
  const flags = requests.flagsOf(request);
  return {
    asset: requests.subjectOf(request),
    kind: ((flags >> 2) & 1) === 1 ? 'fiat' : 'coin',
    destination: ((flags >> 3) & 1) === 1 ? 'adjustments' : 'chain',
    amount: requests.secondOf(request),
    fee: requests.firstOf(request),
    state: requests.stageOf(request),
  };
}

export function depth(state: State, id: MarketId, levels: number): Depth {
  const market = state.market(id);
  if (market === null) return { bids: [], asks: [] };
  const { bids, asks } = market.book;
  return { bids: bestLevels(state, bids, levels), asks: bestLevels(state, asks, levels) };
}

/** Every open order: by market, bids before asks, the best price first, then arrival; then the stops. */
export function* allOrders({ markets, levels, orders }: State): Generator<number> {
  for (const { book, stops, triggered } of markets) {
    for (const ladder of [book.bids, book.asks, stops.bids, stops.asks]) {
      for (const level of ladder.bestFirst()) {
        for (let order = levels.headOf(level); order !== none; order = orders.nextOf(order)) yield order;
      }
    }
    yield* triggered;
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
  const { orders, requests } = state;
  const command = commandOf(state, order);
  const market = state.market(command.market);
  const openLots = allOpenLots(state, order);
  const isWaiting = orders.isWaiting(order);
  const held = market === null ? 0 : heldOf(state, market, order);
  const filledLots = command.quantityLots - openLots;
  return { orderId: requests.orderIdOf(orders.requestOf(order)), command, filledLots, openLots, held, isWaiting };
}

/** The command that placed an open order, with the price and quantity that it has by now. */
function commandOf(state: State, order: number): PlaceOrder {
  const request = state.orders.requestOf(order);
  const { requests } = state;
  return {
    type: 'place',
    time: requests.timeOf(request),
    clientOrderId: requests.idOf(request),
    ...termsOf(state, order),
  };
}

/** An open order's terms, with the price and quantity that it has by now. */
export function termsOf({ orders, requests, levels }: State, order: number): OrderTerms {
  const request = orders.requestOf(order);
  const choices = orderChoices(requests.flagsOf(request));
  const first = requests.firstOf(request);
  const isLimit = choices.orderType === 'limit';
  const details = orders.isSpecial(order) ? requests.detail(request) : null;
  const isWaiting = orders.isWaiting(order);
  const standsAt = isWaiting ? details?.amendedTicks || first : levels.priceOf(orders.levelOf(order));
  return {
    owner: requests.ownerOf(request),
    market: requests.subjectOf(request),
    ...choices,
    priceTicks: isLimit ? standsAt : 0,
    quantityLots: orders.quantityLotsOf(order),
    amount: isLimit ? 0 : first,
    ...(details !== null && extraFields(details)),
  };
}
