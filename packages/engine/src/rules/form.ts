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
import { areValidConditions, hasConditions } from '../requests/order-conditions.ts';
// Commands come from a journal, so their static types are not to be trusted.

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
    areValidConditions(command) &&
    !(command.amount > 0 && isPlainByAmount(flags) && hasConditions(command)) &&
    isWellMarked(command)
  );
}

/** Checks what isn't of the order's body: how its id and a lack of orders to trade with are treated. */
function isWellMarked({ repeatMs, endsUnfilled }: PlaceOrder): boolean {
  return (
    (repeatMs === undefined || isCount(repeatMs)) && (endsUnfilled === undefined || (endsUnfilled as unknown) === true)
  );
}

const mayNotRest = immediateOrCancelFlag | fillOrKillFlag;

/**
 * A limit order has a price and a quantity or, as a FOK buy, an amount. A market order has a quantity or an amount, and can be neither post-only
 * nor FOK.
 */
function fitsType({ priceTicks, quantityLots, amount }: PlaceOrder, flags: number): boolean {
  const isPostOnly = (flags & postOnlyFlag) !== 0;
  if (quantityLots > 0 === amount > 0) return false;
  if ((flags & marketFlag) !== 0) return priceTicks === 0 && !isPostOnly && (flags & fillOrKillFlag) === 0;
  if (priceTicks === 0 || (isPostOnly && (flags & mayNotRest) !== 0)) return false;
  return amount === 0 || (flags & (fillOrKillFlag | sellFlag)) === fillOrKillFlag;
}

/** Limit orders and sells by amount have no conditions. */
function isPlainByAmount(flags: number): boolean {
  return (flags & (marketFlag | sellFlag)) !== marketFlag;
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
