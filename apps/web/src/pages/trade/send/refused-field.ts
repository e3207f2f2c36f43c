import type { RefusedError } from '@fft/client';
import { Code } from '@fft/contract';
import { type OrderField, orderFields } from '../form/check-order.ts';
import { sendsAmount, type OrderForm } from '../form/order-form.ts';

/** The box that a refusal concerns, and the text to show there; null if it concerns none. */
export function refusedField(
  error: RefusedError,
  form: OrderForm,
): { readonly field: OrderField; readonly text: string } | null {
  if (error.code === Code.badRequest) {
    const field = orderFields.find((each) => error.fields[each] !== undefined);
    return field === undefined ? null : { field, text: error.fields[field] ?? error.message };
  }
  const field = fieldOfCode(error, form);
  return field === null ? null : { field, text: error.message };
}

function fieldOfCode({ code, data }: RefusedError, form: OrderForm): OrderField | null {
  switch (code) {
    case Code.insufficientBalance:
      return sendsAmount(form) ? 'amount' : 'quantity';
    case Code.priceOutsideBand:
      return fieldOf(data) ?? 'price';
    case Code.amountOutOfRange:
    case Code.offStep:
      return fieldOf(data) ?? (sendsAmount(form) ? 'amount' : 'quantity');
    default:
      return null;
  }
}

const fieldOf = (data: unknown): OrderField | undefined => orderFields.find((field) => field === named(data));

function named(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'field' in data ? data.field : undefined;
}
