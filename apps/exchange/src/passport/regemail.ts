import { Code, type calls } from '@fft/contract';
import type { Logger } from 'pino';
import { Refusal } from '../http/refusal.ts';
import type { Handler } from '../http/route.ts';
import type { Mailer } from '../mail/mailer.ts';
import { alreadyRegisteredMail } from '../mail/already-registered.ts';
import { registrationCodeMail } from '../mail/registration-code.ts';
import type { CodeLimit } from './code-limit.ts';
import type { Codes } from './codes.ts';
import type { Customers } from './customers.ts';
import type { PassportLimits } from './limits.ts';

export interface RegemailParts {
  readonly customers: Customers;
  readonly codes: Codes;
  readonly codeLimit: CodeLimit;
  readonly mailer: Mailer;
  readonly limits: PassportLimits['code'];
  readonly log: Logger;
}

/**
 * Sends a registration code. Whether the address is taken shows in the mail alone: its owner is told that he has an account,
 * and the answer, the limits and the work are the same.
 */
export function createRegemail(parts: RegemailParts): Handler<typeof calls.passport.regemail> {
  const { customers, codes, codeLimit, mailer, limits, log } = parts;
  return async ({ email }, { lang, traceId }) => {
    await codeLimit.take(email);
    const target = { purpose: 'register', address: email } as const;
    const taken = (await customers.findCredentials(email)) !== null;
    const mail = taken
      ? await codes.issueNone(target).then(() => alreadyRegisteredMail(lang))
      : registrationCodeMail({ lang, code: await codes.issue(target), minutes: limits.lifeMs / 60_000 });
    try {
      await mailer.send(email, mail);
    } catch (error) {
      log.error({ err: error, traceId }, 'a registration mail was not taken by the mail server');
      throw new Refusal(Code.unavailable, 'mailNotSent');
    }
    return { resendAfter: limits.resendAfterSeconds };
  };
}
