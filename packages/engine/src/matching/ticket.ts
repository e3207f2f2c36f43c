import type { MarketId, OwnerId, OrderId, PlaceOrder } from '../command.ts';
import {
  type OrderConditions,
  conditionsOf,
  hasBracket,
  isStop,
  isTrailing,
  noConditions,
} from '../requests/order-conditions.ts';
import type { RequestBody } from '../requests/request-body.ts';
import {
  fillOrKillFlag,
  cancelBothFlag,
  cancelOldestFlag,
  immediateOrCancelFlag,
  marketFlag,
  orderFlags,
  postOnlyFlag,
  sellFlag,
} from '../requests/order-flags.ts';
import { isWellFormedOrder } from '../rules/form.ts';
import { none } from '../store/records.ts';

/** The terms and progress of the order in execution, from the rules to the last fill. Reused for each order. */
export class Ticket implements RequestBody {
  owner: OwnerId = 0;
  /** Request kind and choices. */
  flags = 0;
  subject: MarketId = 0;
  priceTicks = 0;
  quantityLots = 0;
  /** Set for an order by amount: `openAmount` counts, not `openLots`. */
  amount = 0;
  conditions: OrderConditions = noConditions;
  /** False if the last command read was malformed; the terms are then of an earlier one. */
  isWellFormed = false;
  /** {@link PlaceOrder.repeatMs} of the last command read, or −1. */
  repeatMs = -1;
  /** The hold of the pair's limit order while both are only checked; 0 for a single order. */
  pairHeld = 0;
  /** What the conversion's first order brings to pay for this one, while both are only checked; 0 for any other. */
  awaited = 0;
  /** True for a stop that may replace another that waits. */
  replacesStop = false;

  orderId: OrderId = 0;
  /** The owner's account in the market, or `none` before their first order. */
  marketAccount: number = none;
  /** The worst allowed price. */
  limitTicks = 0;
  openLots = 0;
  openAmount = 0;
  filledLots = 0;
  /** An amendment that leaves the order in its place in the queue. */
  keepsPriority = false;
  /** Fills and self-trade cancels that the command may still make. */
  fillsLeft = 0;
  /** Frozen units: quote for a buy, base for a sell. */
  held = 0;

  /** Copies the command's terms; its fields are not read again. Returns false if they are malformed. */
  read(command: PlaceOrder): boolean {
    const flags = orderFlags(command);
    if (!isWellFormedOrder(command, flags)) return false;
    this.owner = command.owner;
    this.flags = flags;
    this.subject = command.market;
    this.priceTicks = command.priceTicks;
    this.quantityLots = command.quantityLots;
    this.amount = command.amount;
    this.conditions = conditionsOf(command);
    this.pairHeld = 0;
    this.awaited = 0;
    this.replacesStop = false;
    this.repeatMs = command.repeatMs ?? -1;
    return true;
  }

  /** As remembered by the request: the price, of a market order the amount. */
  get first(): number {
    return this.isLimit ? this.priceTicks : this.amount;
  }

  /** As remembered by the request: the quantity, of a limit order by amount that. */
  get second(): number {
    return this.isLimit && this.isByAmount ? this.amount : this.quantityLots;
  }

  get hasConditions(): boolean {
    return this.conditions !== noConditions;
  }

  get isBuy(): boolean {
    return (this.flags & sellFlag) === 0;
  }

  get isLimit(): boolean {
    return (this.flags & marketFlag) === 0;
  }

  /** Limit and GTC: the unfilled rest stays in the book. */
  get mayRest(): boolean {
    return (this.flags & (marketFlag | immediateOrCancelFlag | fillOrKillFlag)) === 0;
  }

  get isFillOrKill(): boolean {
    return (this.flags & fillOrKillFlag) !== 0;
  }

  get isPostOnly(): boolean {
    return (this.flags & postOnlyFlag) !== 0;
  }

  /** Self-trade prevention cancels the own maker, the ticket's order, or both. */
  get cancelsOldest(): boolean {
    return (this.flags & (cancelOldestFlag | cancelBothFlag)) !== 0;
  }

  get cancelsNewest(): boolean {
    return (this.flags & cancelOldestFlag) === 0;
  }

  get isByAmount(): boolean {
    return this.amount > 0;
  }

  /** True if it waits for a trigger price. */
  get isStop(): boolean {
    return isStop(this.conditions);
  }

  /** True for a stop whose trigger price follows the market. */
  get isTrailing(): boolean {
    return isTrailing(this.conditions);
  }

  /** True if the engine protects what it receives. */
  get hasBracket(): boolean {
    return this.conditions !== noConditions && hasBracket(this.conditions);
  }

  /** True if the order may not trade at this price. */
  isBeyondLimit(priceTicks: number): boolean {
    return this.isBuy ? priceTicks > this.limitTicks : priceTicks < this.limitTicks;
  }
}
