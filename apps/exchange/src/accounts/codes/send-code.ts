import type { Lang } from '@fft/contract';
import type { Logger } from 'pino';
import { refuse } from '../refusals.ts';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { codeMail, codeSms } from '../mails/code-mail.ts';
import { RecipientRefused, type Mail, type Mailer } from '../../platform/mail/mailer.ts';
import type { Sms } from '../../platform/mail/sms.ts';
import type { CodeLimit } from './code-limit.ts';
import type { CodeFor, Codes } from './codes.ts';
import type { Origin } from '../../transport/http/origin.ts';
import type { AccountLimits } from '../limits/account-limits.ts';

export interface CodeOrder extends CodeFor {
  readonly lang: Lang;
  readonly traceId: string;
  /** The caller, if logged in. */
  readonly customer?: number;
  readonly origin: Origin;
  /** True if the address is the account's own and the caller is known to it: strangers can't use up this allowance. */
  readonly isOwn?: boolean;
  readonly antiPhishing?: string | null;
  /** The act that the code authorises, in the mail's language. */
  readonly details?: readonly string[];
}

export interface CodeSent {
  readonly resendAfter: number;
  /** Identifies this request; sent back together with the code. */
  readonly flow: string;
}

/** Issues codes and delivers them by mail or SMS, within the limits of each address. */
export interface CodeSender {
  /** @throws Refusal `tooManyRequests`, or `unavailable` if the mail server rejected the mail */
  mail(order: CodeOrder): Promise<CodeSent>;
  /** The same work and response for an address that gets no code. Only the mail says why. */
  mailInstead(order: CodeOrder, mail: Mail): Promise<CodeSent>;
  /** @throws Refusal `tooManyRequests`, or `unavailable` if no SMS can be sent */
  sms(order: CodeOrder): Promise<CodeSent>;
  /** Consecutive failed deliveries, by mail or SMS. */
  readonly failures: Readonly<Record<'mail' | 'sms', number>>;
  /** Shared allowances that were used up recently. */
  readonly usedUp: readonly string[];
}

export interface CodeSenderOptions {
  readonly codes: Codes;
  readonly codeLimit: CodeLimit;
  readonly mailer: Mailer;
  /** null if no provider is configured. */
  readonly sms: Sms | null;
  readonly limits: AccountLimits['code'];
  readonly log: Logger;
}

interface Delivery {
  readonly way: 'mail' | 'sms';
  readonly flow: string;
}

export function createCodeSender({ codes, codeLimit, mailer, sms, limits, log }: CodeSenderOptions): CodeSender {
  const minutes = limits.lifeMs / 60_000;

  const failures = { mail: 0, sms: 0 };

  async function deliver(order: CodeOrder, { way, flow }: Delivery, send: () => Promise<void>) {
    try {
      await send();
      failures[way] = 0;
    } catch (error) {
      if (error instanceof RecipientRefused) throw refusedAddress(order, error);
      failures[way] += 1;
      log.error({ err: error, traceId: order.traceId, purpose: order.purpose }, 'code.deliveryFailed');
      throw refuse(way === 'mail' ? 'mailNotSent' : 'smsNotSent');
    }
    return { resendAfter: limits.resendAfterSeconds, flow };
  }

  /** A refused address is the caller's mistake, so no alarm counts it. The answer names its field. */
  function refusedAddress({ purpose, traceId }: CodeOrder, { replyCode }: RecipientRefused): Error {
    log.info({ traceId, purpose, replyCode }, 'code.recipientRefused');
    return isTyped(purpose) ? new FieldRefusal({ email: 'mailRefused' }) : refuse('mailRefused');
  }

  return {
    failures,
    get usedUp() {
      return codeLimit.usedUp;
    },
    mail: async (order) => {
      await codeLimit.take(order);
      const { code, flow } = await codes.issue(order);
      return deliver(order, { way: 'mail', flow }, () =>
        mailer.send(order.address, codeMail(order.purpose, { ...order, code, minutes })),
      );
    },
    mailInstead: async (order, mail) => {
      await codeLimit.take(order);
      const flow = await codes.issueNone(order);
      return deliver(order, { way: 'mail', flow }, () => mailer.send(order.address, mail));
    },
    sms: async (order) => {
      if (sms === null) throw refuse('smsNotOffered');
      await codeLimit.take(order);
      const { code, flow } = await codes.issue(order);
      return deliver(order, { way: 'sms', flow }, () =>
        sms.send(order.address, codeSms(order.purpose, { ...order, code, minutes })),
      );
    },
  };
}

/** True if the caller types the address. Codes for other purposes go to the address that the account has. */
function isTyped(purpose: CodeOrder['purpose']): boolean {
  return purpose === 'register' || purpose === 'reset' || purpose === 'bind';
}
