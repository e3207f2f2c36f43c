import type { Soon } from '../../../platform/later.ts';
import { FieldRefusal, Refusal } from '../../../refusals/refusal.ts';
import { ApiError } from '../../api-error.ts';
import { invalidData, walletErrorOf } from '../../errors.ts';

/** A withdrawal to an address that its owner did not save. */
export function addressNotSaved(): ApiError {
  return new ApiError(400, -4035, 'This address is not on the whitelist. Please join and try again.');
}

/** Calls a service whose refusals are answered in Binance's terms, with our text. @throws ApiError */
export async function inTerms<T>(work: () => Soon<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FieldRefusal) throw invalidData(Object.keys(error.fields).join(', '));
    if (!(error instanceof Refusal) || error.kind === 'unavailable' || error.kind === 'tooManyRequests') throw error;
    throw walletErrorOf(error);
  }
}
