import type { OrderId } from './command.ts';

/**
 * The reasons for rejecting a command: a closed set **in order of precedence**. If several apply, the first is reported. A rejected command
 * changes only the engine's time and its memory of the client's id.
 */
export const rejections = [
  /** The `clientOrderId` or `requestId` was used before with another body. */
  'idConflict',
  'unknownAsset',
  'unknownMarket',
  /** No such order of this owner. Another owner's order is not distinguished. */
  'unknownOrder',
  'orderNotOpen',
  /** The owner has no withdrawal with this `requestId`, or its hold was rejected. */
  'unknownWithdrawal',
  /** The withdrawal has already ended the other way. */
  'withdrawalEnded',
  /** A number isn't a safe integer in range, or a field doesn't fit the order's type. */
  'malformed',
  /** The market doesn't accept this now: cancel-only, halted, or an auction, which accepts only orders that can rest. */
  'marketNotOpen',
  /** A leg of a pair, a stop at market price, or a stop that has triggered. */
  'notAmendable',
  /** The new quantity would leave nothing open. */
  'quantityBelowFilled',
  /** `expiresAt` is in the past. */
  'alreadyExpired',
  /** A price or trigger price with too many digits to print. */
  'priceTooLarge',
  'quantityTooSmall',
  'quantityTooLarge',
  'notionalTooSmall',
  'notionalTooLarge',
  /** The iceberg would have more parts than the market allows. */
  'visibleTooSmall',
  'priceOutsideBand',
  /** The last price is already at or beyond the trigger price. */
  'wouldTriggerAtOnce',
  /** The owner has no such order resting in this market on this side, or it is linked to another stop. */
  'otherLegNotOpen',
  'tooManyOpenOrders',
  'insufficientBalance',
  /** A balance would leave the safe range of integers. */
  'balanceOverflow',
  'postOnlyWouldCross',
  'fillOrKillUnfillable',
  'noLiquidity',
  /** A conversion would bring less than it must. */
  'receivesTooLittle',
] as const;

export type Rejection = (typeof rejections)[number];

/**
 * The reasons of form: the command, what is listed, its limits and the time alone decide. A command that has one can be answered before it
 * is in the journal.
 */
export const formRejections: ReadonlySet<Rejection> = new Set<Rejection>([
  'unknownAsset',
  'unknownMarket',
  'malformed',
  'alreadyExpired',
  'priceTooLarge',
  'quantityTooSmall',
  'quantityTooLarge',
  'notionalTooSmall',
  'notionalTooLarge',
  'visibleTooSmall',
]);

/** The reason if it is one of form, else null. */
export function ofForm(rejection: Rejection | null): Rejection | null {
  return rejection !== null && formRejections.has(rejection) ? rejection : null;
}

/** The answer to a command that isn't executed: a rejection, or what the same id had before. */
export type Refused = Duplicate | { readonly kind: 'rejected'; readonly reason: Rejection };

/** The same id came before with the same body; `orderId` and `reason` are from then. */
export interface Duplicate {
  readonly kind: 'duplicate';
  readonly orderId: OrderId;
  readonly reason: Rejection | null;
}

export function rejectedFor(reason: Rejection | null): Refused | null {
  return reason === null ? null : { kind: 'rejected', reason };
}

/** The reasons an order ends before it is filled. */
export const cancelReasons = [
  'byOwner',
  'immediateOrCancel',
  /** A FOK stop that could not fill once it had triggered. */
  'fillOrKill',
  /** The next price was beyond the market's collar. */
  'collar',
  /** A market order reached the end of the book. */
  'bookExhausted',
  'selfTrade',
  /** The remaining amount of a market buy is less than the cost of one lot. */
  'amountSpent',
  /** Its `expiresAt` was reached. */
  'expired',
  /** The owner's dead-man timer ran out. */
  'deadMan',
  /** The order used all the fills allowed in one command and could still trade. */
  'fillLimit',
  /** The stop of the pair triggered, or the order that it replaces traded or ended. */
  'otherLeg',
] as const;

export type CancelReason = (typeof cancelReasons)[number];
