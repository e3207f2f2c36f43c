import type { calls } from '@fft/contract';
import type { Handler } from '../../transport/http/route.ts';
import { noAccountMail } from '../mails/no-account.ts';
import type { Customers } from '../customers.ts';
import type { OriginOf } from '../sign-in/origin-of.ts';
import type { CodeSender } from '../codes/send-code.ts';

export interface RequestPasswordResetOptions {
  readonly customers: Customers;
  readonly sender: CodeSender;
  readonly originOf: OriginOf;
}

/**
 * Sends a code to reset a forgotten password. Only the mail shows whether the address has an account; the response, the limits
 * and the work are the same.
 */
export function createRequestPasswordReset({
  customers,
  sender,
  originOf,
}: RequestPasswordResetOptions): Handler<typeof calls.auth.requestPasswordReset> {
  return async ({ email }, context) => {
    const { lang, traceId } = context;
    const known = await customers.findCredentials(email);
    const origin = await originOf(known?.id ?? null, context);
    const isOwn = origin.device !== null || origin.isFamiliar === true;
    const order = { purpose: 'reset', address: email, lang, traceId, origin, isOwn } as const;
    return known === null
      ? sender.mailInstead(order, noAccountMail(lang))
      : sender.mail({ ...order, antiPhishing: known.antiPhishing });
  };
}
