import { sendsAmount, type OrderForm } from '../form/order-form.ts';
import type { OrderInput } from './send-order.ts';

/** What the form says, as the call wants it: only the fields that its kind of order has. */
export function orderInput(form: OrderForm, symbol: string, clientOrderId: string): OrderInput {
  const who = { clientOrderId, symbol, side: form.side, type: form.type };
  if (form.type === 'limit') {
    const { price, quantity, timeInForce, postOnly } = form;
    return { ...who, price, quantity, timeInForce, postOnly };
  }
  return sendsAmount(form) ? { ...who, amount: form.amount } : { ...who, quantity: form.quantity };
}
