import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../../../testing/test-accounts.ts';
import { signText } from '../../../testing/test-api-key.ts';
import { openDatabase } from '../../database/connection.ts';
import { sessionOfKey } from '../../transport/http/signed-request.ts';
import { createApiKeys, type ApiKeys } from './api-keys.ts';

/** A key counts for 5 s in memory, and for 25 s more while the database doesn't answer. */
const lastMs = 30_000 - 1;
let server: TestAccounts;
let customer: number;

beforeAll(async () => {
  server = await startTestAccounts();
  customer = Number((await server.register('anna@mail.example')).user.id);
});
afterAll(() => server.close());

/** The API keys over connections of their own. */
function openKeys(): { readonly keys: ApiKeys; readonly close: () => Promise<void> } {
  const { db, close } = openDatabase(server.database.url);
  const [{ account }, { log }] = [server.accounts, server.http.api];
  const secret = 'secret of the tests';
  const keys = createApiKeys({
    stopsPerHour: 30,
    account,
    db,
    secret,
    onCreated: async () => undefined,
    log,
    now: () => server.clock.time,
  });
  return { keys, close };
}

function use({ verifier }: ApiKeys, { id, secret }: { readonly id: string; readonly secret: string }) {
  const [time, address] = [server.clock.time, '127.0.0.1'];
  const signed = { apiKey: id, rawQuery: signText(secret, '', time), rawBody: '', now: time, address };
  return verifier.verifySignedRequest(signed);
}

test('while the database is away, a known key counts for 30 seconds, and one that ended does not', async () => {
  const { keys, close } = openKeys();
  const bot = await keys.replaceAll(customer, { name: 'bot', rights: ['read'] });
  // It replaces the first one.
  const robot = await keys.replaceAll(customer, { name: 'robot', rights: ['read'] });
  expect(await use(keys, bot)).toEqual({ ok: false, reason: 'keyUnknown' });
  const used = await use(keys, robot);
  expect(used).toMatchObject({ ok: true });
  await close();
  server.clock.time += lastMs;
  expect(await use(keys, robot)).toEqual(used);
  await expect(use(keys, bot)).rejects.toThrow('driver has already been destroyed');
  server.clock.time += 1;
  await expect(use(keys, robot)).rejects.toThrow('driver has already been destroyed');
  server.clock.time -= 1;
  keys.verifier.forget(sessionOfKey(robot.id));
  await expect(use(keys, robot)).rejects.toThrow('driver has already been destroyed');
});

test('a known key does not wait for a database that hangs', async () => {
  const { keys, close } = openKeys();
  const bot = await keys.replaceAll(customer, { name: 'bot', rights: ['read'] });
  const used = await use(keys, bot);
  const other = await server.database.pool.connect();
  try {
    await other.query('BEGIN; LOCK TABLE api_keys');
    server.clock.time += lastMs;
    expect(await use(keys, bot)).toEqual(used);
  } finally {
    await other.query('ROLLBACK');
    other.release();
    await close();
  }
});
