import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts';
import { createAddressLimit, createRateLimit } from './rate-limits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A limit of two in a minute. */
const open = (name: string) => createRateLimit(database.pool, { name, points: 2, seconds: 60 });

test('so many are let through, and then it tells how long to wait; each key by itself', async () => {
  const limit = open('plain');
  await limit.take('anna');
  await limit.take('anna');
  await expect(limit.take('anna')).rejects.toMatchObject({ code: 429 });
  await limit.take('ben');
});

test('one that is given back counts no more, and a reset forgets all', async () => {
  const limit = open('given back');
  await limit.take('anna');
  await limit.take('anna');
  await limit.giveBack('anna');
  await limit.take('anna');
  await limit.reset('anna');
  await limit.take('anna');
  await limit.take('anna');
  await expect(limit.take('anna')).rejects.toMatchObject({ code: 429 });
});

test('a clock that is put back keeps nobody waiting: what was counted before counts no more', async () => {
  const limit = open('put back');
  await limit.take('anna');
  await limit.take('anna');
  // As it looks when the clock goes back an hour.
  await database.pool.query('update rate_limits set expire = expire + 3600000');
  await limit.take('anna');
  await limit.take('anna');
  await expect(limit.take('anna')).rejects.toMatchObject({ code: 429 });
});

test('all addresses of one IPv6 network count as one, and each of IPv4 by itself', async () => {
  const limit = createAddressLimit(database.pool, { name: 'address', points: 2, seconds: 60 });
  await limit.take('2001:db8:1:2::1');
  await limit.take('2001:db8:1:2:ffff:ffff:ffff:ffff');
  await limit.giveBack('2001:db8:1:2::9');
  await limit.take('2001:db8:1:2::1');
  await expect(limit.take('2001:db8:1:2:8000::7')).rejects.toMatchObject({ code: 429 });
  await limit.take('2001:db8:1:3::1');
  for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.1', '198.51.100.2']) await limit.take(ip);
  await expect(limit.take('198.51.100.1')).rejects.toMatchObject({ code: 429 });
});

test('the networks of one IPv6 site have four times the allowance of one network together', async () => {
  const limit = createAddressLimit(database.pool, { name: 'site', points: 2, seconds: 60 });
  for (let network = 1; network <= 4; network += 1)
    for (const host of ['1', '2']) await limit.take(`2001:db8:1:${network}::${host}`);
  await expect(limit.take('2001:db8:1:5::1')).rejects.toMatchObject({ code: 429 });
  await expect(limit.take('2001:db8:1:ffff::1')).rejects.toMatchObject({ code: 429 });
  await limit.take('2001:db8:2:1::1');
});
