import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestAnswer } from '../../../testing/test-api.ts';
import { formOf, startTestAccounts, testLimits, type TestAccounts } from '../../../testing/test-accounts.ts';
import { createVisitor, type Visitor } from '../../../testing/visitor.ts';
import { standardLimits } from '../limits/account-limits.ts';
import { newestCode } from '../../../testing/newest-code.ts';

const minuteMs = 60_000;
let server: TestAccounts;
let email: string;
let home: Visitor;
let tests = 0;
let visitors = 0;

beforeAll(async () => {
  server = await startTestAccounts({
    limits: { ...standardLimits, password: testLimits.password },
    trustedProxies: ['127.0.0.1'],
  });
});
beforeEach(async () => {
  email = `anna${++tests}@mail.example`;
  home = visitor();
  await home.post('passport/regemail', { email });
  await home.post('passport/reg', formOf(email, lastCode()));
});
afterAll(() => server.close());

/** Each has its own IP address. */
const visitor = (): Visitor => createVisitor(server, `198.51.${Math.floor(++visitors / 250)}.${visitors % 250}`);
const lastCode = (): string => newestCode(server.mailbox.mails(email));

/** Sends five wrong passwords a minute from each network. */
async function guessPasswords(networks: number, times: number): Promise<void> {
  const strangers = Array.from({ length: networks }, visitor);
  for (let round = 0; round < times; round++) {
    await Promise.all(strangers.map((stranger) => stranger.login(email, { password: 'a guess' })));
    if (round % 5 === 4) server.clock.time += minuteMs;
  }
}

test('the owner can log in from a known network, without a known device, while strangers lock the account', async () => {
  await guessPasswords(10, 6);
  home.cookie = '';
  expect((await home.login(email)).body.code).toBe(200);
});

test('after a reset by mail the owner can log in from a new network while strangers keep guessing', async () => {
  await guessPasswords(10, 6);
  const owner = visitor();
  await owner.post('passport/foremail', { email });
  const password = 'quite another horse';
  await owner.post('passport/forget', { email, code: lastCode(), password, passwordConfirm: password });
  await guessPasswords(10, 6);
  expect((await visitor().login(email, { password })).body.code).toBe(401);
  expect((await owner.login(email, { password })).body.code).toBe(200);
});

test('one network cannot use up the codes that all strangers may request for an address in a day', async () => {
  const stranger = visitor();
  const answers: TestAnswer[] = [];
  for (let hour = 0; hour < 3; hour++) {
    for (let time = 0; time < 5; time++) {
      answers.push(await stranger.post('passport/foremail', { email }));
      await server.database.pool.query(
        "delete from rate_limits where key like 'code-minute%' or key like 'code-address%'",
      );
    }
    await server.database.pool.query("delete from rate_limits where key like 'code-hour%'");
  }
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(10);
  expect((await visitor().post('passport/foremail', { email })).body.code).toBe(200);
});
