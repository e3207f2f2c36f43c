import { compare } from '../../../lib/exact.ts';
import { legFields } from '../bracket/bracket-input.ts';
import { sendsAmount, type OrderForm } from '../form/order-form.ts';
import type { OrderInput, PairInput } from '../../../features/orders/send-order.ts';

const dayMs = 86_400_000;

/** Id, market and last price that an order is sent with. */
export interface Sending {
  readonly symbol: string;
  readonly clientOrderId: string;
  /** Last price: decides whether a stop waits for a rise or a fall. */
  readonly last: string | null;
  readonly now: number;
}

/** Converts the form to the call's input, with only the fields of its kind of order. */
export function orderInput(form: OrderForm, sending: Sending): OrderInput | PairInput {
  return form.isPair ? pairInput(form, sending) : singleInput(form, sending);
}

/** The pair is found by its limit order's id: either both orders exist, or neither. */
function pairInput(form: OrderForm, { symbol, clientOrderId }: Sending): PairInput {
  const { side, quantity, price, stopPrice, stopLimitPrice } = form;
  const pair = { symbol, side, quantity, clientOrderId, price, stopClientOrderId: `${clientOrderId}-stop`, stopPrice };
  return stopLimitPrice === '' ? pair : { ...pair, stopLimitPrice };
}

function singleInput(form: OrderForm, { symbol, clientOrderId, last, now }: Sending): OrderInput {
  const who = { clientOrderId, symbol, side: form.side, type: form.type };
  const terms = {
    ...stopOf(form, last),
    ...(form.days !== null && { expiresAt: now + form.days * dayMs }),
    ...(form.legs !== null && legFields(form.legs)),
  };
  if (form.type === 'limit') {
    const { price, quantity, timeInForce, postOnly, visibleQuantity } = form;
    const shown = visibleQuantity === null ? {} : { visibleQuantity };
    return { ...who, price, quantity, timeInForce, postOnly, ...terms, ...shown };
  }
  return { ...who, ...(sendsAmount(form) ? { amount: form.amount } : { quantity: form.quantity }), ...terms };
}

/** The direction in which the last price must move to reach the trigger. */
export function stopDirection(stopPrice: string, last: string | null): 'rising' | 'falling' {
  return last !== null && compare(stopPrice, last) < 0 ? 'falling' : 'rising';
}

function stopOf({ isStop, stopPrice }: OrderForm, last: string | null) {
  return isStop ? { stopPrice, stopDirection: stopDirection(stopPrice, last) } : {};
}
