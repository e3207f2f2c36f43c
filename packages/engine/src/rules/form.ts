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
  allOrNothingFlag,
  immediateFlag,
  marketFlag,
  noFlags,
  postOnlyFlag,
  sellFlag,
} from '../requests/order-flags.ts';

// Commands come out of a journal as data: their types are what they should be, and each of these checks what they are.

const idForm = /^[A-Za-z0-9_-]{1,64}$/;
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
 * Whether every field of an order is of its form and fits the order's type, its id and owner aside. `flags` are its choices. What the market's
 * rules say comes later.
 */
export function isOrderForm(command: PlaceOrder, flags: number): boolean {
  return (
    flags !== noFlags &&
    isCount(command.time) &&
    isCount(command.market) &&
    isCount(command.priceTicks) &&
    isCount(command.quantityLots) &&
    isCount(command.amount) &&
    fitsType(command, flags) &&
    areExtras(command)
  );
}

const mayNotRest = immediateFlag | allOrNothingFlag;

/** A limit order has price and quantity; a market order has a quantity or, as a buy, an amount, and can neither rest nor ask for all or nothing. */
function fitsType({ priceTicks, quantityLots, amount }: PlaceOrder, flags: number): boolean {
  const isPostOnly = (flags & postOnlyFlag) !== 0;
  if ((flags & marketFlag) === 0) {
    return priceTicks > 0 && quantityLots > 0 && amount === 0 && !(isPostOnly && (flags & mayNotRest) !== 0);
  }
  if (priceTicks !== 0 || isPostOnly || (flags & allOrNothingFlag) !== 0) return false;
  const isByQuantity = quantityLots > 0 && amount === 0;
  return isByQuantity || ((flags & sellFlag) === 0 && quantityLots === 0 && amount > 0);
}

/** Extras are absent, or of their form, and fit the order's type and each other. */
function areExtras(command: PlaceOrder): boolean {
  const { expiresAt, stopTicks, stopDirection, otherLeg, visibleLots } = command;
  if (expiresAt === undefined && stopTicks === undefined && visibleLots === undefined) {
    return stopDirection === undefined && otherLeg === undefined;
  }
  return isExpiry(command) && isStopForm(command) && isIceberg(command);
}

function isExpiry({ expiresAt = 0, stopTicks = 0, orderType, timeInForce }: PlaceOrder): boolean {
  if (!isCount(expiresAt)) return false;
  return expiresAt === 0 || (timeInForce === 'GTC' && (orderType === 'limit' || stopTicks > 0));
}

function isStopForm(command: PlaceOrder): boolean {
  const { stopTicks = 0, stopDirection, otherLeg } = command;
  if (!isCount(stopTicks)) return false;
  if (stopTicks === 0) return stopDirection === undefined && otherLeg === undefined;
  if (stopDirection !== 'rising' && stopDirection !== 'falling') return false;
  if (otherLeg !== undefined && !(typeof otherLeg === 'string' && idForm.test(otherLeg))) return false;
  if (command.postOnly || command.timeInForce === 'FOK') return false;
  return command.orderType === 'limit' || command.side === 'sell' || command.amount > 0;
}

function isIceberg({ visibleLots = 0, stopTicks = 0, orderType, timeInForce, quantityLots }: PlaceOrder): boolean {
  if (!isCount(visibleLots)) return false;
  if (visibleLots === 0) return true;
  return orderType === 'limit' && timeInForce === 'GTC' && stopTicks === 0 && visibleLots <= quantityLots;
}

/** Whether an amendment's price and quantity are such. */
export function isAmendForm(command: AmendOrder): boolean {
  return isCount(command.time) && isPositive(command.priceTicks) && isPositive(command.quantityLots);
}

/** As {@link isOrderForm}, for a deposit. */
export function isDepositForm(command: Deposit): boolean {
  return isMoneyForm(command) && isOneOf(kinds, command.kind) && isOneOf(sources, command.source);
}

/** As {@link isOrderForm}, for a transfer. */
export function isTransferForm(command: Transfer): boolean {
  return isMoneyForm(command) && isOneOf(kinds, command.from);
}

/** As {@link isOrderForm}, for a withdrawal. */
export function isWithdrawalForm(command: HoldWithdrawal): boolean {
  const isOfKinds = isOneOf(kinds, command.kind) && isOneOf(sources, command.destination);
  return isMoneyForm(command) && isOfKinds && isCount(command.fee) && command.fee < command.amount;
}

function isMoneyForm(command: Deposit | Transfer | HoldWithdrawal): boolean {
  return isCount(command.time) && isCustomer(command.owner) && isCount(command.asset) && isPositive(command.amount);
}

/** Whether a cancel's time is one; its other fields either name an open order or don't. */
export function isCancelForm(command: CancelOrder): boolean {
  return isCount(command.time);
}
