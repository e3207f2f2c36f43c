import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { standardLimits } from '../limits/account-limits.ts';
import { type CodeLimit, createCodeLimit } from './code-limit.ts';

let database: TestDatabase;
let limit: CodeLimit;
let time: number;
let strangers = 0;

beforeEach(async () => {
  database = await createTestDatabase();
  time = 1_700_000_000_000;
  const limits = { ...standardLimits.code, perHourOfAllStrangers: 3, smsPerHour: 2 };
  limit = createCodeLimit({ pool: database.pool, limits, perHourPerIp: 0, now: () => time });
});
afterEach(() => database.close());

/** Each uses its own network and address, so that no other limit is reached. */
const stranger = () => ({
  address: `a${++strangers}@mail.example`,
  origin: { ip: `198.51.100.${strangers}` },
});
const refused = { kind: 'tooManyRequests' };

test('mails that strangers request are limited per hour and purpose; other purposes and owners are not affected', async () => {
  for (let index = 0; index < 3; index += 1) await limit.take({ purpose: 'register', ...stranger() });
  expect(limit.usedUp).toEqual([]);
  await expect(limit.take({ purpose: 'register', ...stranger() })).rejects.toMatchObject(refused);
  expect(limit.usedUp).toEqual(['register']);
  await limit.take({ purpose: 'reset', ...stranger() });
  for (let index = 0; index < 5; index += 1) await limit.take({ purpose: 'register', ...stranger(), isOwn: true });
  time += 10 * 60_000 + 1;
  expect(limit.usedUp).toEqual([]);
});

test('all SMS together are limited, including those that owners request; mails are not affected', async () => {
  for (let index = 0; index < 2; index += 1) await limit.take({ purpose: 'phone', ...stranger(), isOwn: true });
  await expect(limit.take({ purpose: 'phone', ...stranger(), isOwn: true })).rejects.toMatchObject(refused);
  await expect(limit.take({ purpose: 'phone', ...stranger() })).rejects.toMatchObject(refused);
  expect(limit.usedUp).toEqual(['SMS']);
  await limit.take({ purpose: 'register', ...stranger() });
});
