import type { Market } from '../markets/market.ts';
import type { ExpectedFill, FillsEnd } from '../matching-engine.ts';
import { maxFillsOf } from '../rules/bounds.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** The orders that an order would meet in the book. */
export interface BookWalk {
  readonly lots: number;
  /** True if they fill the order: its quantity, or so much of its amount that the rest pays for no lot. */
  readonly isWhole: boolean;
  /** In quote units. Beyond the safe range it is approximate, but exceeds any balance. */
  readonly cost: number;
  /** What ended the walk before the book or the limit price did. */
  readonly stop: Exclude<FillsEnd, 'exhausted'> | null;
}

interface Walk {
  lots: number;
  /** The lots to take up to and including the level at `priceTicks`. */
  wantedLots: number;
  priceTicks: number;
  /** As in the ticket. */
  fillsLeft: number;
  stop: BookWalk['stop'];
  readonly fills: ExpectedFill[] | null;
}

/**
 * Walks the book as the ticket would, up to its limit price, its lots or amount, and its fills, without changes. Own orders don't count: the
 * walk passes them if only they would be cancelled, and ends there otherwise.
 */
export function walkBook(state: State, market: Market, fills: ExpectedFill[] | null = null): BookWalk {
  const { levels, ticket } = state;
  const ladder = market.book.side(!ticket.isBuy);
  const walk: Walk = { lots: 0, wantedLots: 0, priceTicks: 0, fillsLeft: maxFillsOf(market.rules), stop: null, fills };
  let cost = 0;
  let isWhole = false;
  for (let level = ladder.best(); level !== none && walk.stop === null;) {
    const priceTicks = levels.priceOf(level);
    const lotCost = priceTicks * market.rules.unitsPerTickLot;
    const before = walk.lots;
    walk.wantedLots = ticket.isByAmount ? before + Math.floor((ticket.openAmount - cost) / lotCost) : ticket.openLots;
    isWhole = walk.wantedLots === before;
    if (isWhole || ticket.isBeyondLimit(priceTicks)) break;
    walk.priceTicks = priceTicks;
    const replenishing = walkShown(state, level, walk);
    walkHidden(replenishing, walk);
    cost += (walk.lots - before) * lotCost;
    isWhole = walk.lots === walk.wantedLots;
    if (isWhole) break;
    level = ladder.nextWorse(ticket.isBuy ? -priceTicks : priceTicks);
  }
  return { lots: walk.lots, isWhole: isWhole && walk.lots > 0, cost, stop: walk.stop };
}

function take(walk: Walk, lots: number): void {
  walk.lots += lots;
  walk.fills?.push([walk.priceTicks, lots]);
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
    if (walk.lots >= walk.wantedLots) break;
    const isOwn = orders.marketAccountOf(order) === ticket.marketAccount;
    if (walk.fillsLeft === 0) walk.stop = 'fillLimit';
    else if (isOwn && ticket.cancelsNewest) walk.stop = 'ownOrder';
    if (walk.stop !== null) break;
    walk.fillsLeft -= 1;
    if (isOwn) continue;
    take(walk, Math.min(orders.openLotsOf(order), walk.wantedLots - walk.lots));
    const { visibleLots = 0, hiddenLots = 0 } = orders.hasConditions(order) ? orders.conditionState(order) : {};
    if (hiddenLots > 0) replenishing.push({ visibleLots, hiddenLots });
  }
  return replenishing;
}

/** Takes the replenished parts in turn, until nothing is hidden. */
function walkHidden(replenishing: readonly HiddenRemainder[], walk: Walk): void {
  for (let round = replenishing; round.length > 0 && walk.stop === null;) {
    const next: HiddenRemainder[] = [];
    for (const iceberg of round) {
      if (walk.lots >= walk.wantedLots) return;
      if (walk.fillsLeft === 0) walk.stop = 'fillLimit';
      if (walk.stop !== null) return;
      walk.fillsLeft -= 1;
      const shownLots = Math.min(iceberg.visibleLots, iceberg.hiddenLots);
      take(walk, Math.min(shownLots, walk.wantedLots - walk.lots));
      iceberg.hiddenLots -= shownLots;
      if (iceberg.hiddenLots > 0) next.push(iceberg);
    }
    round = next;
  }
}
