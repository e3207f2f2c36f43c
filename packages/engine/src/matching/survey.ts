import type { Market } from '../markets/market.ts';
import type { State } from '../state/state.ts';
import { allOpenLots } from '../orders/end-order.ts';
import { none } from '../store/records.ts';

/** What an order would meet in the book. */
export interface Survey {
  readonly lots: number;
  /** Quote units. Beyond the safe range only roughly right, and then more than any balance. */
  readonly cost: number;
}

/**
 * Walks the book as the ticket would, up to its limit price and its lots, without changing anything. The owner's own orders don't count:
 * passed over where they alone would give way, else the end of the walk.
 */
export function survey(state: State, market: Market): Survey {
  const { levels, orders, ticket } = state;
  const ladder = market.book.side(!ticket.isBuy);
  let lots = 0;
  let cost = 0;
  let level = ladder.best();
  while (level !== none && lots < ticket.openLots) {
    const priceTicks = levels.priceOf(level);
    if (ticket.isBeyond(priceTicks)) break;
    let order = levels.headOf(level);
    let hiddenLots = 0;
    let isStopped = false;
    let atLevel = 0;
    while (order !== none && !isStopped && lots + atLevel < ticket.openLots) {
      if (orders.seatOf(order) !== ticket.seat) {
        const shownLots = orders.openLotsOf(order);
        atLevel += shownLots;
        hiddenLots += allOpenLots(state, order) - shownLots;
      } else {
        isStopped = ticket.cancelsNewest;
      }
      order = orders.nextOf(order);
    }
    // What isn't shown comes behind all that is: an own order that ends the walk stands before it.
    const taken = Math.min(isStopped ? atLevel : atLevel + hiddenLots, ticket.openLots - lots);
    lots += taken;
    cost += priceTicks * taken * market.rules.unitsPerTickLot;
    if (isStopped) break;
    level = ladder.nextWorse(ticket.isBuy ? -priceTicks : priceTicks);
  }
  return { lots, cost };
}
