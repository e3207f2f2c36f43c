import type { Mailer } from './mailer.ts';

export interface Sms {
  /** Resolves when the provider has taken it; throws otherwise. `phone` is in the form of E.164, like +8613800138000. */
  send(phone: string, text: string): Promise<void>;
}

const timeoutMs = 10_000;

/**
 * Sends by a provider's HTTP interface: POST of `{ "to": "+8613800138000", "text": "…" }` as JSON, taken where the answer is 2xx.
 * User and password in the address go as basic authorization.
 */
export function createHttpSms(url: string): Sms {
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
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the SMS provider answered ${response.status}`);
    },
  };
}

/** Where the demo's mailbox shows what a phone got. */
export function demoPhoneAddress(phone: string): string {
  return `${phone}@sms.example`;
}

/** The demo has no phones: an SMS goes to the mailbox that shows its mails. */
export function createDemoSms(mailer: Mailer): Sms {
  return {
    send: (phone, text) => mailer.send(demoPhoneAddress(phone), { subject: `SMS ${phone}`, text, html: '' }),
  };
}
