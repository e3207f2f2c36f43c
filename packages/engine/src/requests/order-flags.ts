import type { Deposit, HoldWithdrawal, PlaceOrder, Transfer } from '../command.ts';
import { rejections, type Rejection } from '../rejection.ts';

/** Each kind has its own ids: a deposit can't take a transfer's id. */
export const RequestKind = { order: 0, deposit: 1, transfer: 2, withdrawal: 3 } as const;
export const requestKinds = ['order', 'deposit', 'transfer', 'withdrawal'] as const;

const sides = ['buy', 'sell'] as const;
const orderTypes = ['limit', 'market'] as const;
const timesInForce = ['GTC', 'IOC', 'FOK'] as const;
const selfTrades = ['cancelNewest', 'cancelOldest', 'cancelBoth'] as const;

// A request's flags: bits 0–1 kind; 2–8 its choices, by kind; 9–14 the rejection + 1, or 0; 15–21 the id's length; users define the others.
// Orders: 2 sell, 3 market, 4–5 time in force, 6 post-only, 7–8 self-trade. Money: 2 fiat, 3 adjustments.
export const kindMask = 0b11;
/** Set for a limit order by amount. */
export const amountFlag = 1 << 26;
/** Kind and choices. */
export const choicesMask = 0b1_1111_1111 | amountFlag;
/** Set for a settled withdrawal. */
export const settledFlag = 1 << 22;
/** Set for an order whose id is free once its owner cancels it. */
export const reusableFlag = 1 << 23;
/** Set for a completed request whose id is free. */
export const freedFlag = 1 << 24;
const refusalShift = 9;
export const lengthShift = 15;

export const sellFlag = 1 << 2;
export const marketFlag = 1 << 3;
export const immediateOrCancelFlag = 1 << 4;
export const fillOrKillFlag = 2 << 4;
export const postOnlyFlag = 1 << 6;
export const cancelOldestFlag = 1 << 7;
export const cancelBothFlag = 2 << 7;

/** Marks an invalid choice. */
export const noFlags = -1;

/**
 * Encodes an order's choices as request flags, or {@link noFlags} if one is invalid. Every order needs validation and flags, so one pass does
 * both.
 */
export function orderFlags({ side, orderType, timeInForce, postOnly, selfTrade, amount }: PlaceOrder): number {
  let flags: number = RequestKind.order;
  if (side === 'sell') flags |= sellFlag;
  else if (side !== 'buy') return noFlags;
  if (orderType === 'market') flags |= marketFlag;
  else if (orderType !== 'limit') return noFlags;
  else if (amount > 0) flags |= amountFlag;
  if (timeInForce === 'IOC') flags |= immediateOrCancelFlag;
  else if (timeInForce === 'FOK') flags |= fillOrKillFlag;
  else if (timeInForce !== 'GTC') return noFlags;
  if (typeof postOnly !== 'boolean') return noFlags;
  if (postOnly) flags |= postOnlyFlag;
  if (selfTrade === 'cancelOldest') flags |= cancelOldestFlag;
  else if (selfTrade === 'cancelBoth') flags |= cancelBothFlag;
  else if (selfTrade !== 'cancelNewest') return noFlags;
  return flags;
}

export function depositFlags(command: Deposit): number {
  return RequestKind.deposit | (command.kind === 'fiat' ? 1 << 2 : 0) | (command.source === 'adjustments' ? 1 << 3 : 0);
}

export function transferFlags(command: Transfer): number {
  return RequestKind.transfer | (command.from === 'fiat' ? 1 << 2 : 0);
}

export function withdrawalFlags(command: HoldWithdrawal): number {
  const destination = command.destination === 'adjustments' ? 1 << 3 : 0;
  return RequestKind.withdrawal | (command.kind === 'fiat' ? 1 << 2 : 0) | destination;
}

/** The inverse of {@link withdrawalFlags}. */
export function withdrawalChoices(flags: number): Pick<HoldWithdrawal, 'kind' | 'destination'> {
  const isFiat = (flags & (1 << 2)) !== 0;
  const isAdjustment = (flags & (1 << 3)) !== 0;
  return { kind: isFiat ? 'fiat' : 'coin', destination: isAdjustment ? 'adjustments' : 'chain' };
}

/** Rejections that are younger than the oldest readable snapshot. Their codes come after all others. */
const addedLater: readonly Rejection[] = ['priceTooLarge', 'visibleTooSmall', 'receivesTooLittle'];
const coded: readonly Rejection[] = [...rejections.filter((one) => !addedLater.includes(one)), ...addedLater];

export function outcomeFlags(rejection: Rejection | null, idLength: number): number {
  const code = rejection === null ? 0 : coded.indexOf(rejection) + 1;
  return (code << refusalShift) | (idLength << lengthShift);
}

export function rejectionOf(flags: number): Rejection | null {
  const code = (flags >>> refusalShift) & 0b11_1111;
  return code === 0 ? null : (coded[code - 1] as Rejection);
}

export function idLengthOf(flags: number): number {
  return (flags >>> lengthShift) & 0b111_1111;
}

export type OrderChoices = Pick<PlaceOrder, 'side' | 'orderType' | 'timeInForce' | 'postOnly' | 'selfTrade'>;

/** The inverse of {@link orderFlags}. */
export function orderChoices(flags: number): OrderChoices {
  return {
    side: sides[(flags >> 2) & 1] as OrderChoices['side'],
    orderType: orderTypes[(flags >> 3) & 1] as OrderChoices['orderType'],
    timeInForce: timesInForce[(flags >> 4) & 3] as OrderChoices['timeInForce'],
    postOnly: ((flags >> 6) & 1) === 1,
    selfTrade: selfTrades[(flags >> 7) & 3] as OrderChoices['selfTrade'],
  };
}
