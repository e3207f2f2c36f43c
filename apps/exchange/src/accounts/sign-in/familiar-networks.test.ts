import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestAnswer } from '../../../testing/test-api.ts';
import { formOf, startTestPassport, testLimits, type TestPassport } from '../../../testing/test-passport.ts';
import { createVisitor, type Visitor } from '../../../testing/visitor.ts';
import { standardLimits } from '../limits/account-limits.ts';

const minuteMs = 60_000;
let it: TestPassport;
let email: string;
let home: Visitor;
let tests = 0;
let visitors = 0;

beforeAll(async () => {
  it = await startTestPassport({
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
afterAll(() => it.close());

/** At an address of its own. */
const visitor = (): Visitor => createVisitor(it, `198.51.${Math.floor(++visitors / 250)}.${visitors % 250}`);
const lastCode = (): string => it.mailbox.mails(email)[0]?.code ?? '';

/** Five wrong passwords a minute from each of so many networks. */
async function guessPasswords(networks: number, times: number): Promise<void> {
  const strangers = Array.from({ length: networks }, visitor);
  for (let round = 0; round < times; round++) {
    await Promise.all(strangers.map((stranger) => stranger.login(email, { password: 'a guess' })));
    if (round % 5 === 4) it.clock.time += minuteMs;
  }
}

test('where strangers lock the account from many networks, the owner gets in from a network of before, without the device', async () => {
  await guessPasswords(10, 6);
  home.cookie = '';
  expect((await home.login(email)).body.code).toBe(200);
});

test('a reset by mail lets the owner in from a new place while strangers go on guessing', async () => {
  await guessPasswords(10, 6);
  const owner = visitor();
  await owner.post('passport/foremail', { email });
  const password = 'quite another horse';
  await owner.post('passport/forget', { email, code: lastCode(), password, passwordConfirm: password });
  await guessPasswords(10, 6);
  expect((await visitor().login(email, { password })).body.code).toBe(401);
  expect((await owner.login(email, { password })).body.code).toBe(200);
});

test('one network alone can not use up what strangers may have sent to an address in a day', async () => {
  const stranger = visitor();
  const answers: TestAnswer[] = [];
  for (let hour = 0; hour < 3; hour++) {
    for (let time = 0; time < 5; time++) {
      answers.push(await stranger.post('passport/foremail', { email }));
      await it.database.pool.query("delete from rate_limits where key like 'code-minute%' or key like 'code-address%'");
    }
    await it.database.pool.query("delete from rate_limits where key like 'code-hour%'");
  }
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(10);
  expect((await visitor().post('passport/foremail', { email })).body.code).toBe(200);
});
