import type { OrderId } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { none } from '../store/records.ts';

/** What is known of an order while it is placed, from the rules to its last fill. Written anew for each order. */
export class Ticket {
  market: Market | null = null;
  orderId: OrderId = 0;
  /** The owner's seat, or `none` where he has none yet. */
  seat: number = none;
  isBuy = false;
  /** A market buy that spends an amount: `openAmount` counts, not `openLots`. */
  byAmount = false;
  /** Whether its request has details. */
  isSpecial = false;
  /** The worst price that it may trade at. */
  limitTicks = 0;
  openLots = 0;
  openAmount = 0;
  filledLots = 0;
  /** What it has frozen: quote (buy) or base (sell). */
  held = 0;

  /** Whether the order may not trade at this price. */
  isBeyond(priceTicks: number): boolean {
    return this.isBuy ? priceTicks > this.limitTicks : priceTicks < this.limitTicks;
  }
}
