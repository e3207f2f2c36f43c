/** Codes of the envelope. */
export const Code = {
  ok: 200,
  /** A field is blank or malformed; `data.fields` has a message for each. */
  badRequest: 400,
  accountLocked: 401,
  emailNotBound: 402,
  identityNotVerified: 403,
  notFound: 404,
  conflict: 409,
  /** `data.retryAfter` seconds. */
  tooManyRequests: 429,
  /** A server error; `data.traceId` identifies it. */
  internal: 500,
  /** The journal cannot be written, or the outcome is not known yet; query by id. */
  unavailable: 503,
  /** `data.ended`: why the token's session ended, where that is known. */
  sessionInvalid: 1001,
  /** The form was filled in for another session than the one that sent it. Nothing was done. */
  otherSession: 1002,
  wrongCredentials: 1101,
  wrongCode: 1102,
  wrongPayPassword: 1103,
  payPasswordNotSet: 1104,
  secondFactor: 1105,
  /** The API key is unknown, revoked or expired, or may not be used from this address. */
  apiKeyInvalid: 1201,
  /** The signature is missing or wrong. */
  signatureInvalid: 1202,
  /** `timestamp` is missing or outside of `recvWindow`; `data.time` is the server's time. */
  timestampInvalid: 1203,
  /** The key lacks `data.right`; `never`: only a logged-in person may make this call. */
  keyRightMissing: 1204,
  insufficientBalance: 2001,
  /** `data.min` or `data.max`. */
  amountOutOfRange: 2002,
  /** `data.step`. */
  offStep: 2003,
  priceOutsideBand: 2004,
  marketNotOpen: 2005,
  orderNotOpen: 2006,
  wouldNotRest: 2007,
  addressInvalid: 3001,
  withdrawalLimit: 3002,
} as const;

export type Code = (typeof Code)[keyof typeof Code];

/**
 * Why a session ended: its time was up, its owner ended it on another device, too many others were opened, the password or the address changed,
 * its owner froze the account, operators locked it, or support ended all.
 */
export const sessionEnds = [
  'expired',
  'revoked',
  'replaced',
  'password',
  'email',
  'frozen',
  'locked',
  'support',
] as const;

export type SessionEnd = (typeof sessionEnds)[number];

export type Lang = 'zh' | 'en';

/** The form of every response. `message` is in the caller's language. */
export interface Envelope<T> {
  readonly code: number;
  readonly message: string;
  readonly data: T | null;
}
