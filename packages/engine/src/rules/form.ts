import {
  type AmendOrder,
  type CancelOrder,
  type Deposit,
  firstCustomer,
  type HoldWithdrawal,
  type PlaceOrder,
  type Transfer,
} from '../command.ts';
import {
  fillOrKillFlag,
  immediateOrCancelFlag,
  marketFlag,
  noFlags,
  postOnlyFlag,
  sellFlag,
} from '../requests/order-flags.ts';
import { maxTrailBps } from '../trailing/trail-block.ts';
// Commands come from a journal, so their static types are not to be trusted.

const idForm = /^[A-Za-z0-9_.:/-]{1,64}$/;
const kinds: readonly unknown[] = ['coin', 'fiat'];
const sources: readonly unknown[] = ['chain', 'adjustments'];

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A safe integer from 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A safe integer from 1. */
export function isPositive(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

export function isCustomer(owner: unknown): boolean {
  return Number.isSafeInteger(owner) && (owner as number) >= firstCustomer;
}

export function isOneOf<T>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}

/**
 * Checks the fields of an order and that they fit its type, without id and owner. `flags` are its choices. The market's rules are checked
 * later.
 */
export function isWellFormedOrder(command: PlaceOrder, flags: number): boolean {
  return (
    flags !== noFlags &&
    isCount(command.time) &&
    isCount(command.market) &&
    isCount(command.priceTicks) &&
    isCount(command.quantityLots) &&
    isCount(command.amount) &&
    fitsType(command, flags) &&
    areValidConditions(command)
  );
}

const mayNotRest = immediateOrCancelFlag | fillOrKillFlag;

/** A limit order has a price and a quantity. A market order has a quantity or, as a buy, an amount, and can be neither post-only nor FOK. */
function fitsType({ priceTicks, quantityLots, amount }: PlaceOrder, flags: number): boolean {
  const isPostOnly = (flags & postOnlyFlag) !== 0;
  if ((flags & marketFlag) === 0) {
    return priceTicks > 0 && quantityLots > 0 && amount === 0 && !(isPostOnly && (flags & mayNotRest) !== 0);
  }
  if (priceTicks !== 0 || isPostOnly || (flags & fillOrKillFlag) !== 0) return false;
  const isByQuantity = quantityLots > 0 && amount === 0;
  return isByQuantity || ((flags & sellFlag) === 0 && quantityLots === 0 && amount > 0);
}

/** Conditions are absent, or valid and consistent with the order's type and each other. */
function areValidConditions(command: PlaceOrder): boolean {
  const { expiresAt, stopTicks, stopDirection, otherLeg, visibleLots, trailTicks, trailBps } = command;
  if (!isValidBracket(command)) return false;
  const isPlain = expiresAt === undefined && stopTicks === undefined && visibleLots === undefined;
  if (isPlain && trailTicks === undefined && trailBps === undefined) {
    return stopDirection === undefined && otherLeg === undefined && command.activationTicks === undefined;
  }
  return isValidTrail(command) && isValidExpiry(command) && isValidStop(command) && isValidIceberg(command);
}

/** The legs' prices are absent, or fit the order. */
function isValidBracket(command: PlaceOrder): boolean {
  const { takeProfitTicks: profit = 0, stopLossTicks: loss = 0, stopLossLimitTicks: limit = 0 } = command;
  if (profit === 0 && loss === 0) return limit === 0;
  if (!isCount(profit) || !isCount(loss) || !isCount(limit)) return false;
  return fitsBracket(command, [loss, command.priceTicks, profit], limit);
}

/** The legs are on the right sides of the order's price and of each other, and a stop-loss that buys has a limit price. */
function fitsBracket(command: PlaceOrder, [loss, price, profit]: [number, number, number], limit: number): boolean {
  if (isStop(command) || (command.visibleLots ?? 0) > 0 || (limit > 0 && loss === 0)) return false;
  const isBuy = command.side === 'buy';
  if (!isBuy && loss > 0 && limit === 0) return false;
  const prices = [loss, price, profit].filter((ticks) => ticks > 0);
  return prices.every((ticks, index) => index === 0 || isBelow(prices[index - 1] ?? 0, ticks, isBuy));
}

/** True if the engine protects what the order receives. */
export function isBracketed({ takeProfitTicks = 0, stopLossTicks = 0 }: PlaceOrder): boolean {
  return takeProfitTicks > 0 || stopLossTicks > 0;
}

function isBelow(one: number, other: number, isBuy: boolean): boolean {
  return isBuy ? one < other : one > other;
}

/** A trail has one distance and no fixed trigger price; only a trail is activated. */
function isValidTrail({ trailTicks = 0, trailBps = 0, activationTicks = 0, stopTicks = 0 }: PlaceOrder): boolean {
  if (!isCount(trailTicks) || !isCount(trailBps) || !isCount(activationTicks)) return false;
  if (trailTicks === 0 && trailBps === 0) return activationTicks === 0;
  return (trailTicks === 0 || trailBps === 0) && trailBps < maxTrailBps && stopTicks === 0;
}

/** True if the order waits for a price before it executes. */
export function isStop({ stopTicks = 0, trailTicks = 0, trailBps = 0 }: PlaceOrder): boolean {
  return stopTicks > 0 || trailTicks > 0 || trailBps > 0;
}

function isValidExpiry(command: PlaceOrder): boolean {
  const { expiresAt = 0, orderType, timeInForce } = command;
  if (!isCount(expiresAt)) return false;
  return expiresAt === 0 || (timeInForce === 'GTC' && (orderType === 'limit' || isStop(command)));
}

function isValidStop(command: PlaceOrder): boolean {
  const { stopTicks = 0, stopDirection, otherLeg } = command;
  if (!isCount(stopTicks)) return false;
  if (!isStop(command)) return stopDirection === undefined && otherLeg === undefined;
  if (stopTicks === 0 ? stopDirection !== undefined : stopDirection !== 'rising' && stopDirection !== 'falling') {
    return false;
  }
  if (otherLeg !== undefined && !(typeof otherLeg === 'string' && idForm.test(otherLeg))) return false;
  if (command.postOnly || command.timeInForce === 'FOK') return false;
  return command.orderType === 'limit' || command.side === 'sell' || command.amount > 0;
}

function isValidIceberg(command: PlaceOrder): boolean {
  const { visibleLots = 0, orderType, timeInForce, quantityLots } = command;
  if (!isCount(visibleLots)) return false;
  if (visibleLots === 0) return true;
  return orderType === 'limit' && timeInForce === 'GTC' && !isStop(command) && visibleLots <= quantityLots;
}

/** Checks an amendment's price and quantity. */
export function isWellFormedAmend(command: AmendOrder): boolean {
  return isCount(command.time) && isPositive(command.priceTicks) && isPositive(command.quantityLots);
}

/** Like {@link isWellFormedOrder}, for a deposit. */
export function isWellFormedDeposit(command: Deposit): boolean {
  return isWellFormedMoney(command) && isOneOf(kinds, command.kind) && isOneOf(sources, command.source);
}

/** Like {@link isWellFormedOrder}, for a transfer. */
export function isWellFormedTransfer(command: Transfer): boolean {
  return isWellFormedMoney(command) && isOneOf(kinds, command.from);
}

/** Like {@link isWellFormedOrder}, for a withdrawal. */
export function isWellFormedWithdrawal(command: HoldWithdrawal): boolean {
  const isOfKinds = isOneOf(kinds, command.kind) && isOneOf(sources, command.destination);
  return isWellFormedMoney(command) && isOfKinds && isCount(command.fee) && command.fee < command.amount;
}

function isWellFormedMoney(command: Deposit | Transfer | HoldWithdrawal): boolean {
  return isCount(command.time) && isCustomer(command.owner) && isCount(command.asset) && isPositive(command.amount);
}

/** Checks a cancel's time. Any other value of its fields just names no open order. */
export function isWellFormedCancel(command: CancelOrder): boolean {
  return isCount(command.time);
}
