import type { Deposit, HoldWithdrawal, PlaceOrder, Transfer } from '../command.ts';
import type { Extras } from './details.ts';
import { rejections, type Rejection } from '../rejection.ts';

/** Ids of different kinds are never compared: a deposit can't take a transfer's id away. */
export const RequestKind = { order: 0, deposit: 1, transfer: 2, withdrawal: 3 } as const;
export const requestKinds = ['order', 'deposit', 'transfer', 'withdrawal'] as const;

const sides = ['buy', 'sell'] as const;
const orderTypes = ['limit', 'market'] as const;
const timesInForce = ['GTC', 'IOC', 'FOK'] as const;
const selfTrades = ['cancelNewest', 'cancelOldest', 'cancelBoth'] as const;

// A request's flags: bits 0–1 kind; 2–8 the body's choices, by kind; 9–14 the refusal + 1, or 0; 15–21 the id's length; 22 kept;
// 23 settled.
// For an order: 2 sell, 3 market, 4–5 time in force, 6 post-only, 7–8 self-trade. For money: 2 fiat, 3 adjustments.
export const bodyMask = 0b1_1111_1111;
const refusalShift = 9;
const lengthShift = 15;
export const keptFlag = 1 << 22;
export const settledFlag = 1 << 23;

/**
 * The parts of a request that its flags don't hold. `first`: price (limit), amount (market buy by amount), or a withdrawal's fee; `second`:
 * quantity, or money.
 */
export interface Body {
  readonly flags: number;
  readonly subject: number;
  readonly first: number;
  readonly second: number;
  /** Null where the request has none. */
  readonly extras: Extras | null;
}

export function orderFlags(command: PlaceOrder): number {
  let flags: number = RequestKind.order;
  if (command.side === 'sell') flags |= 1 << 2;
  if (command.orderType === 'market') flags |= 1 << 3;
  if (command.timeInForce !== 'GTC') flags |= (command.timeInForce === 'IOC' ? 1 : 2) << 4;
  if (command.postOnly) flags |= 1 << 6;
  if (command.selfTrade !== 'cancelNewest') flags |= (command.selfTrade === 'cancelOldest' ? 1 : 2) << 7;
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

export function outcomeFlags(refusal: Rejection | null, idLength: number): number {
  const code = refusal === null ? 0 : rejections.indexOf(refusal) + 1;
  return (code << refusalShift) | (idLength << lengthShift);
}

export function refusalOf(flags: number): Rejection | null {
  const code = (flags >>> refusalShift) & 0b11_1111;
  return code === 0 ? null : (rejections[code - 1] as Rejection);
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
