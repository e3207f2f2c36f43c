import { Code, type Lang } from '@fft/contract';
import type { Logger } from 'pino';
import { Refusal } from '../../refusals/refusal.ts';
import { codeMail, codeSms } from '../mails/code-mail.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import type { Sms } from '../../platform/mail/sms.ts';
import type { CodeLimit } from './code-limit.ts';
import type { CodeFor, Codes } from './codes.ts';
import type { Origin } from '../../transport/http/origin.ts';
import type { AccountLimits } from '../limits/account-limits.ts';

export interface CodeOrder extends CodeFor {
  readonly lang: Lang;
  readonly traceId: string;
  /** Who asks, where they are logged in. */
  readonly customer?: number;
  readonly origin: Origin;
  /** The address is the account's own, and who asks is known to the account: strangers can't use its allowance up. */
  readonly isOwn?: boolean;
  readonly antiPhishing?: string | null;
  /** What exactly the code allows, in the mail's language. */
  readonly details?: readonly string[];
}

export interface CodeSent {
  readonly resendAfter: number;
  /** Names this request; to be sent along with the code. */
  readonly flow: string;
}

/** Makes codes and brings them to where they belong, as often as an address may get one. */
export interface CodeSender {
  /** @throws Refusal 429, or 503 where the mail server didn't take it */
  mail(order: CodeOrder): Promise<CodeSent>;
  /** The same work and answer for an address that gets no code: its owner is told why, nobody else. */
  mailInstead(order: CodeOrder, mail: Mail): Promise<CodeSent>;
  /** @throws Refusal 429, or 503 where no SMS can be sent */
  sms(order: CodeOrder): Promise<CodeSent>;
  /** How many in a row could not be delivered, by either way. */
  readonly failures: Readonly<Record<'mail' | 'sms', number>>;
  /** What all callers together may ask for, where it was used up of late. */
  readonly usedUp: readonly string[];
}

export interface CodeSenderParts {
  readonly codes: Codes;
  readonly codeLimit: CodeLimit;
  readonly mailer: Mailer;
  /** null where no provider is set. */
  readonly sms: Sms | null;
  readonly limits: AccountLimits['code'];
  readonly log: Logger;
}

interface Delivery {
  readonly way: 'mail' | 'sms';
  readonly flow: string;
}

export function createCodeSender({ codes, codeLimit, mailer, sms, limits, log }: CodeSenderParts): CodeSender {
  const minutes = limits.lifeMs / 60_000;

  const failures = { mail: 0, sms: 0 };

  async function deliver(order: CodeOrder, { way, flow }: Delivery, send: () => Promise<void>) {
    try {
      await send();
      failures[way] = 0;
    } catch (error) {
      failures[way] += 1;
      log.error({ err: error, traceId: order.traceId, purpose: order.purpose }, 'a code could not be delivered');
      throw new Refusal(Code.unavailable, `${way}NotSent`);
    }
    return { resendAfter: limits.resendAfterSeconds, flow };
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
      if (sms === null) throw new Refusal(Code.unavailable, 'smsNotOffered');
      await codeLimit.take(order);
      const { code, flow } = await codes.issue(order);
      return deliver(order, { way: 'sms', flow }, () =>
        sms.send(order.address, codeSms(order.purpose, { ...order, code, minutes })),
      );
    },
  };
}
