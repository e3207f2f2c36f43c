import type { Lang } from '@fft/contract';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Sms } from '../platform/mail/sms.ts';
import { Refusal } from '../refusals/refusal.ts';
import { createRateLimit } from '../platform/limits/allowances.ts';
import type { Due } from './outbox.ts';

export interface SmsContact {
  readonly phone: string | null;
  readonly lang: Lang;
}

export interface SmsAlertOptions {
  readonly pool: pg.Pool;
  /** null if no SMS can be sent. */
  readonly sms: Sms | null;
  readonly contactOf: (customer: number) => Promise<SmsContact | null>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Alerts of one customer in a day, and of all customers in an hour: each costs money. Further ones are dropped; mail and inbox still have them. */
const perDay = 10;
const perHourOfAll = 2_000;

/** Sends a security alert to the bound phone. */
export function createSmsAlerts({ pool, sms, contactOf, log }: SmsAlertOptions): (alert: Due<'sms'>) => Promise<void> {
  const ofCustomer = createRateLimit(pool, { name: 'sms-alert', points: perDay, seconds: 86_400 });
  const ofAll = createRateLimit(pool, { name: 'sms-alerts', points: perHourOfAll, seconds: 3_600 });
  const admit = async (customer: number): Promise<boolean> => {
    try {
      await ofCustomer.take(String(customer));
      await ofAll.take('all');
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.warn({ customer }, 'smsAlert.limited');
      return false;
    }
  };
  return async ({ customer, words }) => {
    const contact = await contactOf(customer);
    if (sms === null || contact === null || contact.phone === null || !(await admit(customer))) return;
    await sms.send(contact.phone, alertText(words, contact.lang));
  };
}

/** The SMS of an alert. It has no link: a text message with a link may come from anyone. */
function alertText(words: Due<'sms'>['words'], lang: Lang): string {
  return lang === 'zh'
    ? `【{brand}】${words.zh}。如非本人操作，请立即冻结账户并联系客服。`
    : `{brand}: ${words.en}. If it wasn't you, freeze your account immediately and contact support.`;
}
