import { createClient, type Client } from '@fft/client';
import { calls } from '@fft/contract';
import { createTestKey, emailOf, passwordOf } from '../../test-api-key.ts';
import type { FuzzKey } from './signed-parts.ts';
import { newestCode } from '../../newest-code.ts';

/** Registers a customer with a code from the demo's mailbox. */
export async function registerByMail(url: string, name: string): Promise<Client> {
  const anonymous = createClient({ baseUrl: url, lang: () => 'en' });
  const [email, password] = [emailOf(name), passwordOf(name)];
  await anonymous.call(calls.auth.requestRegistrationCode, { email });
  const mails = await anonymous.call(calls.demo.mailbox, { to: email });
  const form = { email, code: newestCode(mails), password, passwordConfirm: password };
  const { token } = await anonymous.call(calls.auth.register, form);
  return createClient({ baseUrl: url, token: () => token, lang: () => 'en' });
}

export async function makeKey(url: string, customer: Client, name: string, kind: FuzzKey['kind']): Promise<FuzzKey> {
  const exchange = { url, anonymous: createClient({ baseUrl: url, lang: () => 'en' }) };
  const made = await createTestKey(exchange, { customer, name }, { rights: 'read,trade', kind });
  return { id: made.key.id, kind, secret: kind === 'hmac' ? made.secret : made.privateKey };
}
