import type { Market } from '../markets/market.ts';
import { maxFillsOf } from '../rules/bounds.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** The orders that an order would meet in the book. */
export interface BookWalk {
  readonly lots: number;
  /** In quote units. Beyond the safe range it is approximate, but exceeds any balance. */
  readonly cost: number;
}

interface Walk {
  lots: number;
  /** As in the ticket. */
  fillsLeft: number;
  isStopped: boolean;
}

/**
 * Walks the book as the ticket would, up to its limit price, lots and fills, without changes. Own orders don't count: the walk passes them
 * if only they would be cancelled, and ends there otherwise.
 */
export function walkBook(state: State, market: Market): BookWalk {
  const { levels, ticket } = state;
  const ladder = market.book.side(!ticket.isBuy);
  const walk: Walk = { lots: 0, fillsLeft: maxFillsOf(market.rules), isStopped: false };
  let cost = 0;
  let level = ladder.best();
  while (level !== none && walk.lots < ticket.openLots && !walk.isStopped) {
    const priceTicks = levels.priceOf(level);
    if (ticket.isBeyondLimit(priceTicks)) break;
    const before = walk.lots;
    const replenishing = walkShown(state, level, walk);
    walkHidden(ticket.openLots, replenishing, walk);
    cost += priceTicks * (walk.lots - before) * market.rules.unitsPerTickLot;
    level = ladder.nextWorse(ticket.isBuy ? -priceTicks : priceTicks);
  }
  return { lots: walk.lots, cost };
}

/** An iceberg whose shown lots the walk has taken. */
interface HiddenRemainder {
  readonly visibleLots: number;
  hiddenLots: number;
}

/** Takes a level's shown lots in order. Returns the icebergs that then replenish, in their new order. */
function walkShown({ levels, orders, ticket }: State, level: number, walk: Walk): HiddenRemainder[] {
  const replenishing: HiddenRemainder[] = [];
  for (let order = levels.headOf(level); order !== none; order = orders.nextOf(order)) {
    if (walk.lots >= ticket.openLots) break;
    const isOwn = orders.marketAccountOf(order) === ticket.marketAccount;
    walk.isStopped = walk.fillsLeft === 0 || (isOwn && ticket.cancelsNewest);
    if (walk.isStopped) break;
    walk.fillsLeft -= 1;
    if (isOwn) continue;
    walk.lots += Math.min(orders.openLotsOf(order), ticket.openLots - walk.lots);
    const { visibleLots = 0, hiddenLots = 0 } = orders.hasConditions(order) ? orders.conditionState(order) : {};
    if (hiddenLots > 0) replenishing.push({ visibleLots, hiddenLots });
  }
  return replenishing;
}

/** Takes the replenished parts in turn, until nothing is hidden. */
function walkHidden(wantedLots: number, replenishing: readonly HiddenRemainder[], walk: Walk): void {
  for (let round = replenishing; round.length > 0 && !walk.isStopped;) {
    const next: HiddenRemainder[] = [];
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
