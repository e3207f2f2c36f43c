import { expect, test } from 'vitest';
import { startTestAccounts, testLimits } from '../../../testing/test-accounts.ts';

test('many wrong codes in a minute at different addresses are logged once', async () => {
  const limits = { ...testLimits, code: { ...testLimits.code, alarmPerMinute: 5 } };
  const server = await startTestAccounts({ limits });
  server.clock.time = Math.ceil(server.clock.time / 60_000) * 60_000;
  const guess = (index: number) =>
    server.http.post('/api/passport/forget.html', {
      fields: {
        email: `${index}@mail.example`,
        code: '123456',
        password: 'quite another',
        passwordConfirm: 'quite another',
      },
    });
  const alarms = () => server.http.logged.filter(({ msg }) => msg === 'codes.guessingSuspected');
  for (let index = 0; index < 4; index++) await guess(index);
  server.clock.time += 60_000;
  for (let index = 0; index < 4; index++) await guess(index);
  expect(alarms()).toHaveLength(0);
  for (let index = 0; index < 10; index++) await guess(index);
  expect(alarms()).toMatchObject([{ level: 50, failures: 5 }]);
  await server.close();
});
