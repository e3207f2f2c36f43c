import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createAddressLimit, createRateLimit } from './allowances.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Opens a limit of two actions a minute. */
const open = (name: string) => createRateLimit(database.pool, { name, points: 2, seconds: 60 });

test('the allowance is granted per key, and then the refusal says how long to wait', async () => {
  const limit = open('plain');
  await limit.take('anna');
  await limit.take('anna');
  await expect(limit.take('anna')).rejects.toMatchObject({ kind: 'tooManyRequests' });
  await limit.take('ben');
});

test('one given back no longer counts, and a reset clears the counter', async () => {
  const limit = open('given back');
  await limit.take('anna');
  await limit.take('anna');
  await limit.giveBack('anna');
  await limit.take('anna');
  await limit.reset('anna');
  await limit.take('anna');
  await limit.take('anna');
  await expect(limit.take('anna')).rejects.toMatchObject({ kind: 'tooManyRequests' });
});

test('counts from before the clock was set back expire', async () => {
  const limit = open('put back');
  await limit.take('anna');
  await limit.take('anna');
  // Rows look like this after the clock was set back an hour.
  await database.pool.query('update rate_limits set expire = expire + 3600000');
  await limit.take('anna');
  await limit.take('anna');
  await expect(limit.take('anna')).rejects.toMatchObject({ kind: 'tooManyRequests' });
});

test('all addresses of one IPv6 network count as one; IPv4 addresses count separately', async () => {
  const limit = createAddressLimit(database.pool, { name: 'address', points: 2, seconds: 60 });
  await limit.take('2001:db8:1:2::1');
  await limit.take('2001:db8:1:2:ffff:ffff:ffff:ffff');
  await limit.giveBack('2001:db8:1:2::9');
  await limit.take('2001:db8:1:2::1');
  await expect(limit.take('2001:db8:1:2:8000::7')).rejects.toMatchObject({ kind: 'tooManyRequests' });
  await limit.take('2001:db8:1:3::1');
  for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.1', '198.51.100.2']) await limit.take(ip);
  await expect(limit.take('198.51.100.1')).rejects.toMatchObject({ kind: 'tooManyRequests' });
});

test('the networks of one IPv6 site together have four times the allowance of one network', async () => {
  const limit = createAddressLimit(database.pool, { name: 'site', points: 2, seconds: 60 });
  for (let network = 1; network <= 4; network += 1)
    for (const host of ['1', '2']) await limit.take(`2001:db8:1:${network}::${host}`);
  await expect(limit.take('2001:db8:1:5::1')).rejects.toMatchObject({ kind: 'tooManyRequests' });
  await expect(limit.take('2001:db8:1:ffff::1')).rejects.toMatchObject({ kind: 'tooManyRequests' });
  await limit.take('2001:db8:2:1::1');
});
