import type { MarketId, OwnerId, OrderId, PlaceOrder } from '../command.ts';
import { type Extras, extrasOf, noExtras } from '../requests/details.ts';
import type { RequestBody } from '../requests/request-body.ts';
import {
  allOrNothingFlag,
  cancelBothFlag,
  cancelOldestFlag,
  immediateFlag,
  marketFlag,
  orderFlags,
  postOnlyFlag,
  sellFlag,
} from '../requests/order-flags.ts';
import { isOrderForm } from '../rules/form.ts';
import { none } from '../store/records.ts';

/** What an order asks for, and how it stands while it comes in: from the rules to its last fill. Written anew for each order. */
export class Ticket implements RequestBody {
  owner: OwnerId = 0;
  /** Its kind and choices. */
  flags = 0;
  subject: MarketId = 0;
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
  /** The worst price that it may trade at. */
  limitTicks = 0;
  openLots = 0;
  openAmount = 0;
  filledLots = 0;
  /** How many fills, and own orders that give way, its command still allows. */
  fillsLeft = 0;
  /** What it has frozen: quote (buy) or base (sell). */
  held = 0;

  /** Takes over what an order asks for, from which on its command's fields are read no more. False where they aren't of the right form. */
  read(command: PlaceOrder): boolean {
    const flags = orderFlags(command);
    if (!isOrderForm(command, flags)) return false;
    this.owner = command.owner;
    this.flags = flags;
    this.subject = command.market;
    this.priceTicks = command.priceTicks;
    this.quantityLots = command.quantityLots;
    this.amount = command.amount;
    this.extras = extrasOf(command);
    this.pairHeld = 0;
    return true;
  }

  /** As its request remembers it: a limit order has no amount, a market order no price. */
  get first(): number {
    return this.priceTicks + this.amount;
  }

  get second(): number {
    return this.quantityLots;
  }

  get hasExtras(): boolean {
    return this.extras !== noExtras;
  }

  get isBuy(): boolean {
    return (this.flags & sellFlag) === 0;
  }

  get isLimit(): boolean {
    return (this.flags & marketFlag) === 0;
  }

  /** Limit and GTC: what it doesn't fill at once rests. */
  get mayRest(): boolean {
    return (this.flags & (marketFlag | immediateFlag | allOrNothingFlag)) === 0;
  }

  get isAllOrNothing(): boolean {
    return (this.flags & allOrNothingFlag) !== 0;
  }

  get isPostOnly(): boolean {
    return (this.flags & postOnlyFlag) !== 0;
  }

  /** Whether an own order that it meets is cancelled, and whether it is cancelled itself. */
  get cancelsOldest(): boolean {
    return (this.flags & (cancelOldestFlag | cancelBothFlag)) !== 0;
  }

  get cancelsNewest(): boolean {
    return (this.flags & cancelOldestFlag) === 0;
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
