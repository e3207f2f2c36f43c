import { expect, test } from 'vitest';
import { createSoftAuthenticator } from '../../testing/soft-authenticator.ts';
import { formOf, enteredOf, startTestPassport, testOrigin, testPassword } from '../../testing/test-passport.ts';
import type { TestAnswer } from '../../testing/test-api.ts';
import { createVisitor, type Visitor } from '../../testing/visitor.ts';

test('a log-in by passkey warns the owner each time, on a new device in other words', async () => {
  const heard: string[] = [];
  const hear = (what: string) => () => {
    heard.push(what);
    return Promise.resolve();
  };
  const events = { registered: hear('registered'), newDevice: hear('newDevice'), passkeyUsed: hear('passkeyUsed') };
  const it = await startTestPassport({ trustedProxies: ['127.0.0.1'], events });
  const home = createVisitor(it, '198.51.100.1');
  const email = 'anna@mail.example';
  await home.post('passport/regemail', { email });
  const { token } = enteredOf(await home.post('passport/reg', formOf(email, it.mailbox.mails(email)[0]?.code ?? '')));

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
  await enterFrom(createVisitor(it, '198.51.100.2'));
  expect(heard).toEqual(['registered', 'passkeyUsed', 'passkeyUsed', 'newDevice']);
  await it.close();
});
