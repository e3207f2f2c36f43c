/**
 * Why the engine refuses a command: a closed set **in order of precedence**. Of several reasons that hold, the one that
 * stands first here is the one given. A refused command changes nothing but the engine's time and its memory of the
 * client's id.
 */
export const rejections = [
  /** The same `clientOrderId` or `requestId` came before with another body. */
  'idConflict',
  'unknownAsset',
  'unknownMarket',
  /** No such order, or another owner's: the two are not told apart. */
  'unknownOrder',
  'orderNotOpen',
  /** The owner has no withdrawal of this `requestId`, or its hold was refused. */
  'unknownWithdrawal',
  /** The withdrawal ended the other way: it was released and is to be settled, or settled and is to be released. */
  'withdrawalEnded',
  /** A number that is not a safe integer of the form the command asks for, or a field that doesn't fit the order's type. */
  'malformed',
  /** The market doesn't take this now (cancel-only, halted, an auction that takes only what can rest). */
  'marketNotOpen',
  /** One of two orders of which one cancels the other, or a stop at market price or that was triggered already. */
  'notAmendable',
  /** The new quantity would leave nothing open. */
  'quantityBelowFilled',
  /** The time until which the order was to be good is past. */
  'alreadyExpired',
  /** A price or trigger price with more digits than are ever written. */
  'priceTooLarge',
  'quantityTooSmall',
  'quantityTooLarge',
  'notionalTooSmall',
  'notionalTooLarge',
  /** An iceberg would show its quantity in more parts than the market allows. */
  'visibleTooSmall',
  'priceOutsideBand',
  /** The last price is already at the stop's trigger price or beyond. */
  'wouldTriggerAtOnce',
  /** No such order of the owner's rests in this market on this side, or it has another stop. */
  'otherLegNotOpen',
  'tooManyOpenOrders',
  'insufficientBalance',
  /** A balance would leave the safe range of integers. */
  'balanceOverflow',
  'postOnlyWouldCross',
  'fillOrKillUnfillable',
  'noLiquidity',
] as const;

export type Rejection = (typeof rejections)[number];

/** Why an order ended without being filled whole. */
export const cancelReasons = [
  'byOwner',
  'immediateOrCancel',
  /** The next price was further away than the market's collar. */
  'collar',
  /** A market order met the end of the book. */
  'bookExhausted',
  'selfTrade',
  /** A market buy's money left is less than one lot costs. */
  'amountSpent',
  /** Its time was up. */
  'expired',
  /** The owner's dead-man timer ran out. */
  'deadMan',
  /** It traded as often as one order may in one command, and would have traded on. */
  'fillLimit',
  /** One cancels the other: the stop triggered, or the order that it was to replace traded or ended. */
  'otherLeg',
] as const;

export type CancelReason = (typeof cancelReasons)[number];
