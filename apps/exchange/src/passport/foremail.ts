import type { calls } from '@fft/contract';
import type { Handler } from '../http/route.ts';
import { noAccountMail } from '../mail/no-account.ts';
import type { Customers } from './customers.ts';
import type { DeviceKeys } from './device-keys.ts';
import type { CodeSender } from './send-code.ts';

export interface ForemailParts {
  readonly customers: Customers;
  readonly sender: CodeSender;
  readonly devices: DeviceKeys;
}

/**
 * Sends a code to set a forgotten password anew. Whether the address has an account shows in the mail alone; the answer, the limits
 * and the work are the same.
 */
export function createForemail({ customers, sender, devices }: ForemailParts): Handler<typeof calls.passport.foremail> {
  return async ({ email }, { lang, traceId, ip, cookies }) => {
    const known = await customers.findCredentials(email);
    const device = await devices.find(known?.id ?? null, cookies);
    const origin = { ip, device };
    const order = { purpose: 'reset', address: email, lang, traceId, origin, isOwn: device !== null } as const;
    return known === null
      ? sender.mailInstead(order, noAccountMail(lang))
      : sender.mail({ ...order, antiPhishing: known.antiPhishing });
  };
}
