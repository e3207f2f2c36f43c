import { calls, Code } from '@fft/contract';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestKey, type TestKey } from '../../../testing/test-api-key.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { testLimits } from '../../../testing/test-accounts.ts';
import type { Tables } from '../../database/tables.ts';

/** Write access to the database gives no key, no wider right, no other address and no later end. */
let exchange: TestExchange;
let anna: TestCustomer;
let eve: TestCustomer;

beforeAll(async () => {
  exchange = await startTestExchange({}, Date.now, testLimits);
  anna = await exchange.register('anna');
  eve = await exchange.register('eve');
});
afterAll(() => exchange.stop());

const db = () => exchange.database.db;
const rowOf = (id: string) => db().selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const ofEve = (rights: string) =>
  createTestKey(exchange, { customer: eve, name: 'eve' }, { rights, addresses: '127.0.0.1,::1', expires: 9e12 });
const use = (key: TestKey) => key.call(calls.user.read, {});
const refused = { code: Code.apiKeyInvalid };

describe('an attacker with write access to the database', () => {
  test.each<[string, Partial<Insertable<Tables['api_keys']>>]>([
    ['another customer', { customer: 0 }],
    ['more rights', { rights: 'read,trade,withdraw' }],
    ['no list of addresses', { addresses: '' }],
    ['another list of addresses', { addresses: '10.0.0.0/8,127.0.0.1,::1' }],
    ['no end', { expires: null }],
    ['another name', { name: 'the owner’s' }],
    ['an earlier time of creation', { created: 1 }],
  ])('cannot give their own key %s', async (_what, change) => {
    // The key was never used, so that nothing is cached.
    const key = await ofEve('read');
    const changed = change.customer === 0 ? { customer: Number(anna.id) } : change;
    await db().updateTable('api_keys').set(changed).where('id', '=', key.key.id).execute();
    await expect(use(key)).rejects.toMatchObject(refused);
    const ids = [...(await anna.call(calls.keys.list, {})), ...(await eve.call(calls.keys.list, {}))].map(
      ({ id }) => id,
    );
    expect(ids).not.toContain(key.key.id);
  });

  test('cannot plant a key for another customer, nor replace the secret of theirs', async () => {
    const [mine, victim] = [
      await ofEve('read'),
      await createTestKey(exchange, { customer: anna, name: 'anna' }, { rights: 'read' }),
    ];
    const { material, kind } = await rowOf(mine.key.id);
    const planted = { ...(await rowOf(mine.key.id)), id: 'f'.repeat(64), customer: Number(anna.id) };
    await db().insertInto('api_keys').values(planted).execute();
    await db().updateTable('api_keys').set({ material, kind }).where('id', '=', victim.key.id).execute();
    await expect(use(victim)).rejects.toMatchObject(refused);
    expect(await anna.call(calls.keys.list, {})).toEqual([]);
    expect((await use(mine)).id).toBe(eve.id);
  });

  test('does not make a key of a locked account work', async () => {
    const key = await createTestKey(exchange, { customer: anna, name: 'anna' }, { rights: 'read' });
    const row = await rowOf(key.key.id);
    await anna.call(calls.user.freeze, { password: 'the password of anna' });
    await db().updateTable('api_keys').set({ created: row.created }).where('id', '=', row.id).execute();
    await expect(use(key)).rejects.toMatchObject(refused);
  });
});
