import { withBrand } from './brand.ts';
import type { Mailer } from './mailer.ts';

export interface Sms {
  /** Resolves when the provider has accepted it; throws otherwise. `phone` is in E.164 form, such as +8613800138000. */
  send(phone: string, text: string): Promise<void>;
}

const timeoutMs = 10_000;

/**
 * Sends through a provider's HTTP API: POST of `{ "to": "+8613800138000", "text": "…" }` as JSON, accepted with any 2xx.
 * `brand` is the product's name, for `{brand}` in the words. User and password in the URL become basic authorization.
 */
export function createHttpSms(url: string, brand: string): Sms {
  const target = new URL(url);
  const { username, password } = target;
  target.username = '';
  target.password = '';
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const headers = {
    'content-type': 'application/json',
    ...(username === '' ? {} : { authorization: `Basic ${credentials}` }),
  };
  return {
    send: async (to, text) => {
      const response = await fetch(target, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to, text: withBrand(text, brand) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the SMS provider answered ${response.status}`);
    },
  };
}

/** The mailbox address at which the demo shows a phone's messages. */
export function demoPhoneAddress(phone: string): string {
  return `${phone}@sms.example`;
}

/** The demo has no phones: an SMS goes to its mailbox. */
export function createDemoSms(mailer: Mailer): Sms {
  return {
    send: (phone, text) => mailer.send(demoPhoneAddress(phone), { subject: `SMS ${phone}`, text, html: '' }),
  };
}
