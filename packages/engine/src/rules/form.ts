import {
  type CancelOrder,
  type Deposit,
  firstCustomer,
  type HoldWithdrawal,
  type PlaceOrder,
  type Transfer,
} from '../command.ts';

// Commands come out of a journal as data: their types are what they should be, and each of these checks what they are.

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

/** Whether every field of an order is of its form and fits the order's type, its id aside. What the market's rules say comes later. */
export function isOrderForm(command: PlaceOrder): boolean {
  return (
    isCount(command.time) &&
    isCustomer(command.owner) &&
    isCount(command.market) &&
    areChoices(command) &&
    isCount(command.priceTicks) &&
    isCount(command.quantityLots) &&
    isCount(command.amount) &&
    fitsType(command)
  );
}

/** Compared one by one: a list to search would cost more than the rest of the check. */
function areChoices({ side, orderType, timeInForce, selfTrade, postOnly }: PlaceOrder): boolean {
  return (
    (side === 'buy' || side === 'sell') &&
    (orderType === 'limit' || orderType === 'market') &&
    (timeInForce === 'GTC' || timeInForce === 'IOC' || timeInForce === 'FOK') &&
    (selfTrade === 'cancelNewest' || selfTrade === 'cancelOldest' || selfTrade === 'cancelBoth') &&
    typeof postOnly === 'boolean'
  );
}

/** A limit order has price and quantity; a market order has a quantity or, as a buy, an amount, and can neither rest nor ask for all or nothing. */
function fitsType(command: PlaceOrder): boolean {
  const { priceTicks, quantityLots, amount } = command;
  if (command.orderType === 'limit') {
    return priceTicks > 0 && quantityLots > 0 && amount === 0 && (!command.postOnly || command.timeInForce === 'GTC');
  }
  if (priceTicks !== 0 || command.postOnly || command.timeInForce === 'FOK') return false;
  const isByQuantity = quantityLots > 0 && amount === 0;
  return isByQuantity || (command.side === 'buy' && quantityLots === 0 && amount > 0);
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
