import { notionalOf } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import type { SelfTradePrevention } from '../command.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import type { Ticket } from './ticket.ts';

/** What an order would meet in the book. */
export interface Survey {
  readonly lots: number;
  /** Quote units. Beyond the safe range only roughly right, and then more than any balance. */
  readonly cost: number;
}

/**
 * Walks the book as the ticket would, up to its limit price and its lots, without changing anything. The owner's own orders don't count:
 * passed over where they would give way (`cancelOldest`), else the end of the walk.
 */
export function survey(state: State, ticket: Ticket, market: Market, selfTrade: SelfTradePrevention): Survey {
  const { levels, orders } = state;
  const ladder = market.book.side(!ticket.isBuy);
  let lots = 0;
  let cost = 0;
  let level = ladder.best();
  while (level !== none && lots < ticket.openLots) {
    const priceTicks = levels.priceOf(level);
    if (ticket.isBeyond(priceTicks)) break;
    let order = levels.headOf(level);
    while (order !== none && lots < ticket.openLots) {
      if (orders.seatOf(order) !== ticket.seat) {
        const taken = Math.min(orders.openLotsOf(order), ticket.openLots - lots);
        lots += taken;
        cost += notionalOf(market.rules, priceTicks, taken);
      } else if (selfTrade !== 'cancelOldest') {
        return { lots, cost };
      }
      order = orders.nextOf(order);
    }
    level = ladder.nextWorse(ticket.isBuy ? -priceTicks : priceTicks);
  }
  return { lots, cost };
}
