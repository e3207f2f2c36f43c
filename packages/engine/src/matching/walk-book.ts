import type { Market } from '../markets/market.ts';
import { fillsMaxOf } from '../rules/bounds.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** What an order would meet in the book. */
export interface BookWalk {
  readonly lots: number;
  /** Quote units. Beyond the safe range only roughly right, and then more than any balance. */
  readonly cost: number;
}

interface Walk {
  lots: number;
  /** As the ticket's. */
  fillsLeft: number;
  isStopped: boolean;
}

/**
 * Walks the book as the ticket would, up to its limit price, its lots and as many fills as it may make, without changing anything. The owner's
 * own orders don't count: passed over where they alone would give way, else the end of the walk.
 */
export function walkBook(state: State, market: Market): BookWalk {
  const { levels, ticket } = state;
  const ladder = market.book.side(!ticket.isBuy);
  const walk: Walk = { lots: 0, fillsLeft: fillsMaxOf(market.rules), isStopped: false };
  let cost = 0;
  let level = ladder.best();
  while (level !== none && walk.lots < ticket.openLots && !walk.isStopped) {
    const priceTicks = levels.priceOf(level);
    if (ticket.isBeyond(priceTicks)) break;
    const before = walk.lots;
    const hiding = walkShown(state, level, walk);
    walkHidden(ticket.openLots, hiding, walk);
    cost += priceTicks * (walk.lots - before) * market.rules.unitsPerTickLot;
    level = ladder.nextWorse(ticket.isBuy ? -priceTicks : priceTicks);
  }
  return { lots: walk.lots, cost };
}

/** An iceberg of which the walk has taken what it shows. */
interface Hiding {
  readonly visibleLots: number;
  hiddenLots: number;
}

/** Takes what a level shows, in order. Answers the icebergs that then show more, in the order in which they stand behind it. */
function walkShown({ levels, orders, ticket }: State, level: number, walk: Walk): Hiding[] {
  const hiding: Hiding[] = [];
  for (let order = levels.headOf(level); order !== none; order = orders.nextOf(order)) {
    if (walk.lots >= ticket.openLots) break;
    const isOwn = orders.seatOf(order) === ticket.seat;
    walk.isStopped = walk.fillsLeft === 0 || (isOwn && ticket.cancelsNewest);
    if (walk.isStopped) break;
    walk.fillsLeft -= 1;
    if (isOwn) continue;
    walk.lots += Math.min(orders.openLotsOf(order), ticket.openLots - walk.lots);
    const { visibleLots = 0, hiddenLots = 0 } = orders.hasConditions(order) ? orders.detail(order) : {};
    if (hiddenLots > 0) hiding.push({ visibleLots, hiddenLots });
  }
  return hiding;
}

/** Takes what icebergs show next, one after the other, until nothing is hidden any more. */
function walkHidden(wantedLots: number, hiding: readonly Hiding[], walk: Walk): void {
  for (let round = hiding; round.length > 0 && !walk.isStopped;) {
    const next: Hiding[] = [];
    for (const iceberg of round) {
      if (walk.lots >= wantedLots) return;
      walk.isStopped = walk.fillsLeft === 0;
      if (walk.isStopped) return;
      walk.fillsLeft -= 1;
      const shownLots = Math.min(iceberg.visibleLots, iceberg.hiddenLots);
      walk.lots += Math.min(shownLots, wantedLots - walk.lots);
      iceberg.hiddenLots -= shownLots;
      if (iceberg.hiddenLots > 0) next.push(iceberg);
    }
    round = next;
  }
}
