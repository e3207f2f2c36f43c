import { expect, test } from 'vitest';
import { createSoftAuthenticator } from '../../testing/soft-authenticator.ts';
import { formOf, enteredOf, startTestAccounts, testOrigin, testPassword } from '../../testing/test-accounts.ts';
import type { TestAnswer } from '../../testing/test-api.ts';
import { createVisitor, type Visitor } from '../../testing/visitor.ts';
import { newestCode } from '../../testing/newest-code.ts';

test('every log-in by passkey is mailed to the owner, with its own wording for a new device', async () => {
  const heard: string[] = [];
  const hear = (what: string) => () => {
    heard.push(what);
    return Promise.resolve();
  };
  const events = { registered: hear('registered'), newDevice: hear('newDevice'), passkeyUsed: hear('passkeyUsed') };
  const server = await startTestAccounts({ trustedProxies: ['127.0.0.1'], events });
  const home = createVisitor(server, '198.51.100.1');
  const email = 'anna@mail.example';
  await home.post('passport/regemail', { email });
  const { token } = enteredOf(await home.post('passport/reg', formOf(email, newestCode(server.mailbox.mails(email)))));

  const phone = createSoftAuthenticator(testOrigin);
  const optionsOf = ({ body }: TestAnswer): unknown => (body.data as { options: unknown }).options;
  const adding = optionsOf(await home.post('user/passkeybegin', { password: testPassword }, token));
  const response = JSON.stringify(phone.create(adding));
  expect((await home.post('user/passkeyadd', { name: 'phone', response }, token)).body.code).toBe(200);
  const enterFrom = async (from: Visitor): Promise<void> => {
    const options = optionsOf(await from.post('passport/passkeybegin', {}));
    const entered = await from.post('passport/passkey', { response: JSON.stringify(phone.get(options)) });
    expect(entered.body.code).toBe(200);
  };
  await enterFrom(home);
  await enterFrom(home);
  await enterFrom(createVisitor(server, '198.51.100.2'));
  expect(heard).toEqual(['registered', 'passkeyUsed', 'passkeyUsed', 'newDevice']);
  await server.close();
});
