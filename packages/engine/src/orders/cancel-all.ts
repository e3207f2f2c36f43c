import type { OwnerId } from '../command.ts';
import type { Market } from '../markets/market.ts';
import type { CancelReason } from '../rejection.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { cancelOpen } from './end-order.ts';

/** Cancels an owner's open orders in these markets, the oldest first. */
export function cancelAllOf(state: State, owner: OwnerId, markets: readonly Market[], reason: CancelReason): void {
  const { seats, orders, requests } = state;
  const found: { orderId: number; market: Market }[] = [];
  for (const market of markets) {
    const seat = seats.find(owner, market.id);
    if (seat === none) continue;
    for (let order = seats.newestOf(seat); order !== none; order = orders.seatNextOf(order)) {
      found.push({ orderId: orders.idOf(order), market });
    }
  }
  found.sort((a, b) => a.orderId - b.orderId);
  for (const { orderId, market } of found) {
    // One may have gone with the other leg that was cancelled before it.
    const order = requests.openOrder(orderId);
    if (order !== none) cancelOpen(state, market, order, reason);
  }
}
