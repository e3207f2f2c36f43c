import type { RawFields } from '../transport/http/envelope.ts';
import { hasTerms, type CreateInput } from './parse-order.ts';

const priceForm = /^\d{1,12}(\.\d{1,18})?$/;
const quantityForm = /^\d{1,15}(\.\d{1,18})?$/;
const amountForm = /^\d{1,16}(\.\d{1,18})?$/;
const clientIdForm = /^[A-Za-z0-9_.:/-]{1,64}$/;
const sides = ['buy', 'sell'] as const;
const types = ['limit', 'market'] as const;
const timesInForce = ['GTC', 'IOC', 'FOK'] as const;
const preventions = ['cancelNewest', 'cancelOldest', 'cancelBoth'] as const;
const flags = [false, true, 'false', 'true'] as const;

/**
 * Validates the fields of a simple order without the contract's schema; returns null for anything else, which the schema then judges. It accepts nothing that the
 * schema would refuse, except that the symbol must be checked by the caller. It exists because orders are the most frequent call, and the schema costs more than the
 * engine.
 */
export function plainOrder(fields: RawFields): CreateInput | null {
  const { clientOrderId, symbol, side, type, price, quantity, amount } = fields;
  const { timeInForce = 'GTC', postOnly = false, selfTrade = 'cancelNewest' } = fields;
  if (typeof clientOrderId !== 'string' || !clientIdForm.test(clientOrderId) || typeof symbol !== 'string') return null;
  if (!isOneOf(side, sides) || !isOneOf(type, types) || hasTerms(fields)) return null;
  if (!isAbsentOr(priceForm, price) || !isAbsentOr(quantityForm, quantity) || !isAbsentOr(amountForm, amount))
    return null;
  if (!isOneOf(timeInForce, timesInForce) || !isOneOf(selfTrade, preventions) || !isOneOf(postOnly, flags)) return null;
  return {
    clientOrderId,
    symbol,
    side,
    type,
    price,
    quantity,
    amount,
    timeInForce,
    postOnly: String(postOnly) === 'true',
    selfTrade,
  };
}

function isOneOf<T>(value: unknown, of: readonly T[]): value is T {
  const all: readonly unknown[] = of;
  return all.includes(value);
}

function isAbsentOr(form: RegExp, value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && form.test(value));
}
