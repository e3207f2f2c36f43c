import { Refusal } from '../refusals/refusal.ts';
import { storageFailureOf } from '../transport/http/storage-failure.ts';
import type { KeyRefusal } from '../transport/http/signed-request.ts';
import { ApiError } from './api-error.ts';

/** Binance's answer to a request whose key or signature was refused. */
export function keyError(reason: KeyRefusal): ApiError {
  switch (reason) {
    case 'keyMalformed':
      return keyMalformed();
    case 'keyUnknown':
    case 'keyExpired':
    case 'addressNotAllowed':
      return permissionError();
    case 'parameterRepeated':
      return duplicateParameter();
    case 'signatureMissing':
      return missingParameter('signature');
    case 'timestampMissing':
      return missingParameter('timestamp');
    case 'signatureWrong':
      return new ApiError(400, -1022, 'Signature for this request is not valid.');
    case 'recvWindowInvalid':
      return new ApiError(400, -1131, "'recvWindow' must be less than 60000.");
    case 'timestampOutside':
      return new ApiError(400, -1021, 'Timestamp for this request is outside of the recvWindow.');
  }
}

export function keyMalformed(): ApiError {
  return new ApiError(401, -2014, 'API-key format invalid.');
}

/** The key may not do this. */
export function permissionError(): ApiError {
  return new ApiError(401, -2015, 'Invalid API-key, IP, or permissions for action.');
}

export function missingParameter(name: string): ApiError {
  return new ApiError(400, -1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
}

export function duplicateParameter(): ApiError {
  return new ApiError(400, -1101, 'Duplicate values for a parameter detected.');
}

/** @param range the regular expression that the text must match */
export function illegalCharacters(name: string, range: string): ApiError {
  return new ApiError(400, -1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`);
}

export function invalidData(name: string): ApiError {
  return new ApiError(400, -1130, `Data sent for parameter '${name}' is not valid.`);
}

/** Parameters that exclude each other, or one without the other that it needs. */
export function invalidCombination(): ApiError {
  return new ApiError(400, -1128, 'Combination of optional parameters invalid.');
}

export const busy = new ApiError(
  503,
  -1008,
  'Server is currently overloaded with other requests. Please try again in a few minutes.',
);
const outcomeUnknown = new ApiError(
  503,
  -1007,
  'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
);
/** What a caller hears of an error that is not theirs. */
export const internalError = new ApiError(500, -1000, 'An unknown error occurred while processing the request.');

/** An error in Binance's terms; `internalError` for one that is ours. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const storage = storageFailureOf(error);
  if (storage !== null) return storage.outcomeUnknown ? outcomeUnknown : busy;
  if (!(error instanceof Refusal)) return internalError;
  const { kind, data } = error;
  if (kind === 'unavailable') return data?.['outcomeUnknown'] === true ? outcomeUnknown : busy;
  return kind === 'tooManyRequests' ? new ApiError(429, -1003, 'Too many requests.', data ?? undefined) : internalError;
}

/** Binance's "Invalid operation": a refusal for which it has no code of its own. */
const refused = -4001;
/** Binance's codes of what the services refuse about a customer's wallet, by the refusal's name. */
export const walletCodes: Readonly<Record<string, number>> = {
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

/** A refusal about a customer's wallet in Binance's terms, with our text. */
export function walletErrorOf(refusal: Refusal): ApiError {
  const code = refusal.kind === 'addressInvalid' ? -4033 : (walletCodes[refusal.name] ?? refused);
  return new ApiError(400, code, refusal.text('en'));
}
