import type { calls } from '@fft/contract';
import type { Handler } from '../../transport/http/route.ts';
import { alreadyRegisteredMail } from '../mails/already-registered.ts';
import type { Customers } from '../customers.ts';
import type { CodeSender } from '../codes/send-code.ts';

export interface RequestRegistrationCodeOptions {
  readonly customers: Customers;
  readonly sender: CodeSender;
}

/**
 * Sends a registration code. Only the mail shows whether the address is taken: its owner learns that they have an account,
 * while the response, the limits and the work are the same.
 */
export function createRequestRegistrationCode({
  customers,
  sender,
}: RequestRegistrationCodeOptions): Handler<typeof calls.auth.requestRegistrationCode> {
  return async ({ email }, { lang, traceId, ip }) => {
    const known = await customers.findCredentials(email);
    const order = { purpose: 'register', address: email, lang, traceId, origin: { ip } } as const;
    return known === null
      ? sender.mail(order)
      : sender.mailInstead(order, alreadyRegisteredMail(lang, known.antiPhishing));
  };
}
