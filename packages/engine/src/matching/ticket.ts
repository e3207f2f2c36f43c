import type { OrderId, OwnerId } from '../command.ts';
import {
  allOrNothingFlag,
  type Body,
  cancelBothFlag,
  cancelOldestFlag,
  immediateFlag,
  marketFlag,
  postOnlyFlag,
  sellFlag,
} from '../requests/body.ts';
import { type Extras, noExtras } from '../requests/details.ts';
import { none } from '../store/records.ts';

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
  ask(owner: OwnerId, { flags, first, second, extras }: Body): void {
    const isLimit = (flags & marketFlag) === 0;
    this.owner = owner;
    this.isBuy = (flags & sellFlag) === 0;
    this.isLimit = isLimit;
    this.mayRest = isLimit && (flags & (immediateFlag | allOrNothingFlag)) === 0;
    this.isAllOrNothing = (flags & allOrNothingFlag) !== 0;
    this.isPostOnly = (flags & postOnlyFlag) !== 0;
    this.cancelsOldest = (flags & (cancelOldestFlag | cancelBothFlag)) !== 0;
    this.cancelsNewest = (flags & cancelOldestFlag) === 0;
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
