import { Code, type StreamRequest } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import { shared } from '../../refusals/shared.ts';
import { codeOf } from '../http/refusal-answer.ts';
import { texts } from '../http/texts.ts';
import type { Message } from '../../refusals/say.ts';
import { refuse } from '../refusals.ts';
import type { Customer } from '../http/context.ts';
import { refusalOfKey, sessionOfKey, type KeyVerifier } from '../http/signed-request.ts';

export type AuthRequest = Extract<StreamRequest, { op: 'auth' }>;

export type Outcome = Code | Refusal;
type Asked = Customer | Refusal | 'unavailable' | null;

export function isCustomer(asked: Asked): asked is Customer {
  return typeof asked === 'object' && asked !== null && 'sessionId' in asked;
}

/** The answer to a log-in that found no customer. */
export function outcomeOf(asked: Asked): Outcome {
  if (asked === null) return Code.sessionInvalid;
  if (isCustomer(asked)) return Code.ok;
  return asked === 'unavailable' ? Code.unavailable : asked;
}

export function rightMissing(right: 'read' | 'trade'): Refusal {
  return refuse('apiKeyRightMissing', { values: { right } });
}

/** The fields that a key signs to authenticate a socket, sorted by name, with the signature behind them. */
function signedFields({ apiKey = '', recvWindow, timestamp, signature }: AuthRequest): string {
  const window = recvWindow === undefined ? '' : `&recvWindow=${recvWindow}`;
  const time = timestamp === undefined ? '' : `&timestamp=${timestamp}`;
  const signed = signature === undefined ? '' : `&signature=${encodeURIComponent(signature)}`;
  return `apiKey=${encodeURIComponent(apiKey)}${window}${time}${signed}`;
}

/** The customer of a key that signed the log-in of a socket. */
export async function customerOfKey(
  keys: KeyVerifier | undefined,
  request: AuthRequest,
  address: string,
): Promise<Asked> {
  if (!keys) return null;
  const now = keys.now();
  try {
    const { apiKey = '' } = request;
    const rawQuery = signedFields(request);
    const verdict = await keys.verifySignedRequest({ apiKey, rawQuery, rawBody: '', now, address });
    if (verdict.ok) return verdict.customer;
    return refusalOfKey(verdict.reason, now);
  } catch {
    return 'unavailable';
  }
}

/** The identity that is checked again while the socket is open; empty without a customer. */
export function tokenOf(customer: Customer | null, { token = '' }: AuthRequest): string {
  if (customer === null) return '';
  return customer.key ? sessionOfKey(customer.key.id) : token;
}

/** True if the socket was authenticated by a key without this right. */
export function lacks(customer: Customer | null, right: 'read' | 'trade'): boolean {
  return customer?.key?.rights.includes(right) === false;
}

/** Code and message of an answer. */
export function answerOf(outcome: Outcome): { readonly code: number; readonly message: string } {
  if (outcome instanceof Refusal) return { code: codeOf(outcome), message: outcome.text('en') };
  return { code: outcome, message: (textsOfCodes[outcome] ?? texts.badRequest).en };
}

const textsOfCodes: Partial<Record<Code, Message>> = {
  [Code.ok]: texts.ok,
  [Code.sessionInvalid]: shared.sessionInvalid,
  [Code.notFound]: shared.unknownMarket,
  [Code.tooManyRequests]: texts.tooManyStreamRequests,
  [Code.unavailable]: shared.unavailable,
};
