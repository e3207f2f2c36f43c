import type { KeyRight } from '@fft/contract';
import { hasEnded, type Customer } from '../../transport/http/context.ts';
import { ApiError } from '../api-error.ts';
import { authenticate, permitted, type Judges } from '../authenticate.ts';
import { millisecondsOf } from '../clock.ts';
import { keyError, missingParameter, permissionError } from '../errors.ts';
import type { ApiParams } from './api-request.ts';
import type { ApiSocket } from './api-socket.ts';
import { signedParams } from './signed-params.ts';

/**
 * Finds the customer of a request: of its own key and signature, or of the socket's log-in. Answers synchronously for a key in memory.
 * @throws ApiError
 */
export function authorize(
  judges: Judges,
  { session, connection }: Pick<ApiSocket, 'session' | 'connection'>,
  { params, right }: { readonly params: ApiParams; readonly right: KeyRight },
): Customer | Promise<Customer> {
  if (params['apiKey'] === undefined && params['signature'] === undefined && session !== null) {
    const time = judges.keys.now();
    requireFresh(params, time);
    return permitted(loggedIn(session, time), right);
  }
  return signer(judges, { params, right, address: connection.ip });
}

/** The customer of a socket's log-in. @throws ApiError if there is none, or its key has ended */
export function loggedIn(session: ApiSocket['session'], now: number): Customer {
  if (session === null || hasEnded(session.customer, now)) throw permissionError();
  return session.customer;
}

export interface SignedParams {
  readonly params: ApiParams;
  readonly right: KeyRight;
  readonly address: string;
}

/** Finds the customer whose key signed the parameters. @throws ApiError */
export function signer(judges: Judges, { params, right, address }: SignedParams): Customer | Promise<Customer> {
  const { apiKey } = params;
  if (typeof apiKey !== 'string' || apiKey === '') throw missingParameter('apiKey');
  return authenticate(judges, { apiKey, rawQuery: signedParams(params), rawBody: '', address }, right);
}

const [maxAheadMs, defaultWindowMs, maxWindowMs] = [1_000, 5_000, 60_000];

/** Requests of a logged-in socket are not signed, but have a time. */
function requireFresh({ timestamp, recvWindow = defaultWindowMs }: ApiParams, now: number): void {
  const given = Number(timestamp);
  if (timestamp === undefined || !Number.isFinite(given)) throw missingParameter('timestamp');
  const window = Number(recvWindow);
  if (!(window > 0 && window <= maxWindowMs)) throw keyError('recvWindowInvalid');
  const time = millisecondsOf(given);
  if (time >= now + maxAheadMs) {
    throw new ApiError(400, -1021, "Timestamp for this request was 1000ms ahead of the server's time.");
  }
  if (now - time > window) throw keyError('timestampOutside');
}
