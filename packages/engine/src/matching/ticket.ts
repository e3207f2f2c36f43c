import type { OrderId, OwnerId } from '../command.ts';
import type { Body } from '../requests/body.ts';
import { type Extras, noExtras } from '../requests/details.ts';
import { none as noSlot } from '../store/records.ts';

const none = noSlot;

/** What an order asks for, and how it stands while it comes in: from the rules to its last fill. Written anew for each order. */
export class Ticket {
  owner: OwnerId = 0;
  isBuy = false;
  isLimit = false;
  /** Limit and GTC: what it doesn't fill at once rests. */
  mayRest = false;
  isAllOrNothing = false;
  isPostOnly = false;
  /** Whether an own order that it meets is cancelled, and whether it is cancelled itself. */
  cancelsOldest = false;
  cancelsNewest = false;
  priceTicks = 0;
  quantityLots = 0;
  /** A market buy that spends it: `openAmount` counts then, not `openLots`. */
  amount = 0;
  extras: Extras = noExtras;
  /** What the limit order holds with which a stop comes as a pair, while both are only looked at; 0 where it comes alone. */
  pairHeld = 0;

  orderId: OrderId = 0;
  /** The owner's seat, or `none` where he has none yet. */
  seat: number = none;
  /** Whether its request has details. */
  isSpecial = false;
  /** The worst price that it may trade at. */
  limitTicks = 0;
  openLots = 0;
  openAmount = 0;
  filledLots = 0;
  /** What it has frozen: quote (buy) or base (sell). */
  held = 0;

  /** Takes over what an order asks for. */
  ask(owner: OwnerId, body: Body): void {
    const { first, second, extras, isLimit } = body;
    this.owner = owner;
    this.isBuy = body.isBuy;
    this.isLimit = isLimit;
    this.mayRest = isLimit && body.isGoodTillCancelled;
    this.isAllOrNothing = body.isAllOrNothing;
    this.isPostOnly = body.isPostOnly;
    this.cancelsOldest = body.cancelsOldest;
    this.cancelsNewest = body.cancelsNewest;
    this.priceTicks = isLimit ? first : 0;
    this.amount = isLimit ? 0 : first;
    this.quantityLots = second;
    this.extras = extras ?? noExtras;
    this.pairHeld = 0;
  }

  get byAmount(): boolean {
    return this.amount > 0;
  }

  /** Whether it waits for its price. */
  get isStop(): boolean {
    return this.extras.stopTicks > 0;
  }

  /** Whether the order may not trade at this price. */
  isBeyond(priceTicks: number): boolean {
    return this.isBuy ? priceTicks > this.limitTicks : priceTicks < this.limitTicks;
  }
}
