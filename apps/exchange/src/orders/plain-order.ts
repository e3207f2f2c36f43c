import { hasConditions, orderForms, orderTerms } from '@fft/contract';
import type { RawFields } from '../transport/http/envelope.ts';
import type { CreateInput } from './parse-order.ts';

const {
  price: priceForm,
  quantity: quantityForm,
  amount: amountForm,
  clientOrderId: clientIdForm,
  symbol: symbolForm,
} = orderForms;
const { side: sides, type: types, timeInForce: timesInForce, selfTrade: preventions } = orderTerms;
const flags = [false, true, 'false', 'true'] as const;

/**
 * Reads the fields of a simple order without the contract's schema, and as it does; returns null for anything else, which the schema then judges. It exists because
 * orders are the most frequent call, and the schema costs more than the engine. Forms and choices are those of the contract's table.
 */
export function plainOrder(fields: RawFields): CreateInput | null {
  const { clientOrderId, symbol, side, type, price, quantity, amount } = fields;
  const { timeInForce = timesInForce.default, postOnly = false, selfTrade = preventions.default } = fields;
  if (!isText(clientIdForm, clientOrderId) || !isText(symbolForm, symbol)) return null;
  if (!isOneOf(side, sides.values) || !isOneOf(type, types.values) || hasConditions(fields)) return null;
  if (!isAbsentOr(priceForm, price) || !isAbsentOr(quantityForm, quantity) || !isAbsentOr(amountForm, amount))
    return null;
  if (!isOneOf(timeInForce, timesInForce.values) || !isOneOf(selfTrade, preventions.values)) return null;
  if (!isOneOf(postOnly, flags)) return null;
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

function isText(form: RegExp, value: unknown): value is string {
  return typeof value === 'string' && form.test(value);
}

function isAbsentOr(form: RegExp, value: unknown): value is string | undefined {
  return value === undefined || isText(form, value);
}
