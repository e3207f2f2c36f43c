import { Code } from '@fft/contract';
import { messages, say } from '../../../refusals/messages.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import { ApiError } from '../../api-error.ts';

const refused = -4000;
/** Binance's codes where a refusal has one. */
const codes: ReadonlyMap<number, number> = new Map([
  [Code.insufficientBalance, -4026],
  [Code.conflict, -4104],
]);

/** Narrows without fixing the message key, which `instanceof` alone leaves as `any`. */
function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal;
}

/** Calls a service whose refusals are answered in Binance's terms, with our text. @throws ApiError */
export async function inTerms<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error) || error.code === Code.unavailable || error.code === Code.tooManyRequests) throw error;
    throw new ApiError(400, codes.get(error.code) ?? refused, say(messages[error.key], 'en', error.values));
  }
}
