import type { Deposit, HoldWithdrawal, PlaceOrder, Transfer } from '../command.ts';
import { rejections, type Rejection } from '../rejection.ts';

/** Ids of different kinds are never compared: a deposit can't take a transfer's id away. */
export const RequestKind = { order: 0, deposit: 1, transfer: 2, withdrawal: 3 } as const;
export const requestKinds = ['order', 'deposit', 'transfer', 'withdrawal'] as const;

const sides = ['buy', 'sell'] as const;
const orderTypes = ['limit', 'market'] as const;
const timesInForce = ['GTC', 'IOC', 'FOK'] as const;
const selfTrades = ['cancelNewest', 'cancelOldest', 'cancelBoth'] as const;

// A request's flags: bits 0–1 kind; 2–8 its choices, by kind; 9–14 the refusal + 1, or 0; 15–21 the id's length; the others are told where they are used.
// For an order: 2 sell, 3 market, 4–5 time in force, 6 post-only, 7–8 self-trade. For money: 2 fiat, 3 adjustments.
export const kindMask = 0b11;
/** Kind and choices. */
export const choicesMask = 0b1_1111_1111;
/** Of a withdrawal: its money went. */
export const settledFlag = 1 << 22;
const refusalShift = 9;
export const lengthShift = 15;

export const sellFlag = 1 << 2;
export const marketFlag = 1 << 3;
export const immediateFlag = 1 << 4;
export const allOrNothingFlag = 2 << 4;
export const postOnlyFlag = 1 << 6;
export const cancelOldestFlag = 1 << 7;
export const cancelBothFlag = 2 << 7;

/** Stands for the flags of choices that there aren't. */
export const noFlags = -1;

/**
 * An order's choices as its request's flags, or {@link noFlags} where one of them is none of those that there are: form and flags in one pass,
 * since every order needs both, and texts are compared no more after it.
 */
export function orderFlags({ side, orderType, timeInForce, postOnly, selfTrade }: PlaceOrder): number {
  let flags: number = RequestKind.order;
  if (side === 'sell') flags |= sellFlag;
  else if (side !== 'buy') return noFlags;
  if (orderType === 'market') flags |= marketFlag;
  else if (orderType !== 'limit') return noFlags;
  if (timeInForce === 'IOC') flags |= immediateFlag;
  else if (timeInForce === 'FOK') flags |= allOrNothingFlag;
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

/** What {@link withdrawalFlags} wrote. */
export function withdrawalChoices(flags: number): Pick<HoldWithdrawal, 'kind' | 'destination'> {
  const isFiat = (flags & (1 << 2)) !== 0;
  const isAdjustment = (flags & (1 << 3)) !== 0;
  return { kind: isFiat ? 'fiat' : 'coin', destination: isAdjustment ? 'adjustments' : 'chain' };
}

/** Refusals that came later than snapshots which are still read: their codes follow those of the others. */
const laterOnes: readonly Rejection[] = ['priceTooLarge', 'visibleTooSmall'];
const coded: readonly Rejection[] = [...rejections.filter((one) => !laterOnes.includes(one)), ...laterOnes];

export function outcomeFlags(refusal: Rejection | null, idLength: number): number {
  const code = refusal === null ? 0 : coded.indexOf(refusal) + 1;
  return (code << refusalShift) | (idLength << lengthShift);
}

export function refusalOf(flags: number): Rejection | null {
  const code = (flags >>> refusalShift) & 0b11_1111;
  return code === 0 ? null : (coded[code - 1] as Rejection);
}

export function idLengthOf(flags: number): number {
  return (flags >>> lengthShift) & 0b111_1111;
}

export type OrderChoices = Pick<PlaceOrder, 'side' | 'orderType' | 'timeInForce' | 'postOnly' | 'selfTrade'>;

/** What {@link orderFlags} wrote. */
export function orderChoices(flags: number): OrderChoices {
  return {
    side: sides[(flags >> 2) & 1] as OrderChoices['side'],
    orderType: orderTypes[(flags >> 3) & 1] as OrderChoices['orderType'],
    timeInForce: timesInForce[(flags >> 4) & 3] as OrderChoices['timeInForce'],
    postOnly: ((flags >> 6) & 1) === 1,
    selfTrade: selfTrades[(flags >> 7) & 3] as OrderChoices['selfTrade'],
  };
}
