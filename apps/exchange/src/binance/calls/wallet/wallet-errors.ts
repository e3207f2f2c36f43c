import type { Soon } from '../../../platform/later.ts';
import { Code } from '@fft/contract';
import { messages, say, type MessageKey } from '../../../refusals/messages.ts';
import { FieldRefusal, Refusal } from '../../../refusals/refusal.ts';
import { ApiError } from '../../api-error.ts';
import { invalidData } from '../../errors.ts';

/** Binance's "Invalid operation": a refusal for which it has no code of its own. */
const refused = -4001;
/** Binance's codes of what the services refuse. */
const codes: Partial<Readonly<Record<MessageKey, number>>> = {
  emailNotBound: -4015,
  identityNotVerified: -4015,
  withdrawalHeld: -4015,
  unknownChain: -4019,
  amountOffStep: -4021,
  withdrawalTooSmall: -4022,
  withdrawalTooLarge: -4023,
  withdrawalDayLimit: -4023,
  withdrawalOverBalance: -4026,
  withdrawalOverBalanceHeld: -4026,
  unknownAddress: -4035,
  addressTooNew: -4036,
};

/** A withdrawal to an address that its owner did not save. */
export function addressNotSaved(): ApiError {
  return new ApiError(400, -4035, 'This address is not on the whitelist. Please join and try again.');
}

/** Narrows without fixing the message key, which `instanceof` alone leaves as `any`. */
function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal;
}

/** Calls a service whose refusals are answered in Binance's terms, with our text. @throws ApiError */
export async function inTerms<T>(work: () => Soon<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FieldRefusal) throw invalidData(Object.keys(error.fields).join(', '));
    if (!isRefusal(error) || error.code === Code.unavailable || error.code === Code.tooManyRequests) throw error;
    throw new ApiError(400, codeOf(error), say(messages[error.key], 'en', error.values));
  }
}

function codeOf({ code, key }: Refusal): number {
  return code === Code.addressInvalid ? -4033 : (codes[key] ?? refused);
}
