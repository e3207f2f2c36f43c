import { createClient, hmacKey, type Client } from '@fft/client';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, otherWallet, startTestWithdrawals, type TestWithdrawals } from '../../../testing/test-withdrawals.ts';
import { payPassword } from '../../../testing/test-money.ts';

/** A key with the right to withdraw gets what its owner gets, with the same waits, holds and limits. */
let world: TestWithdrawals;
let key: Client;
let keyId: string;

async function createKey(): Promise<{ client: Client; id: string }> {
  const { money, anna } = world;
  await anna.call(calls.user.sendCode, { type: 'apiKey' });
  const made = await anna.call(calls.keys.create, {
    name: 'treasury',
    rights: 'read,withdraw',
    addresses: '127.0.0.1,::1',
    password: 'the password of anna',
    code: await money.codeOf(anna),
    payPassword,
  });
  const signing = hmacKey(made.key.id, made.secret ?? '', { now: () => money.clock.time });
  return { client: createClient({ baseUrl: money.exchange.url, key: signing }), id: made.key.id };
}

beforeAll(async () => {
  world = await startTestWithdrawals();
  const made = await createKey();
  [key, keyId] = [made.client, made.id];
});
afterAll(() => world.money.exchange.stop());

const submit = (fields: { amount: string; addressId?: string; requestId?: string }, by = key) => {
  const { requestId = world.newId(), amount, addressId } = fields;
  return by.call(calls.withdrawals.submitByKey, { requestId, ...world.request(world.anna, amount, addressId) });
};

describe('a withdrawal by API key', () => {
  test('goes to a saved address, freezes the money, and happens once for each requestId', async () => {
    const before = await world.usdt(world.anna);
    const [one, two] = await Promise.all([1, 2].map(() => submit({ requestId: 'once', amount: '50' })));
    expect(one).toMatchObject({ amount: '50.000000', coin: 'USDT', chain: 'ETH' });
    expect(two?.id).toBe(one?.id);
    expect(Number(before.usable) - Number((await world.usdt(world.anna)).usable)).toBe(50);
    await expect(submit({ requestId: 'once', amount: '51' })).rejects.toMatchObject({ code: Code.conflict });
  });

  test('to an address that was just saved waits as long as a person’s', async () => {
    const addressId = await world.saveAddress(world.anna, otherWallet);
    await expect(submit({ amount: '50', addressId })).rejects.toMatchObject({ code: Code.withdrawalLimit });
    world.money.clock.time += dayMs;
    expect(await submit({ amount: '50', addressId })).toMatchObject({ address: otherWallet });
  });

  test.each<[string, { amount: string; addressId?: string }, number]>([
    ['to an address that is not saved', { amount: '50', addressId: '999999' }, Code.notFound],
    ['below the minimum', { amount: '0.000001' }, Code.amountOutOfRange],
  ])('%s is refused as a person’s', async (_what, fields, code) => {
    await expect(submit(fields)).rejects.toMatchObject({ code });
  });

  test('to another customer’s address is refused like a missing one', async () => {
    const [address] = (await world.li.call(calls.addresses.list, {})).items;
    await expect(submit({ amount: '50', addressId: address?.id ?? '' })).rejects.toMatchObject({ code: Code.notFound });
  });

  test('is refused while withdrawals are on hold', async () => {
    const { money, anna } = world;
    await money.exchange.database.db
      .insertInto('holds')
      .values({ customer: Number(anna.id), until: money.clock.time + dayMs, reason: 'password' })
      .execute();
    const refused = { code: Code.withdrawalLimit, data: { until: expect.any(Number) as unknown } };
    await expect(submit({ amount: '50' })).rejects.toMatchObject(refused);
    await money.exchange.database.db.deleteFrom('holds').execute();
  });

  test('by a new key counts as one from a new device, and is reviewed above the threshold of risk', async () => {
    const { db } = world.money.exchange.database;
    await db.updateTable('customers').set({ created: 0 }).where('id', '=', Number(world.anna.id)).execute();
    const { id, state } = await submit({ amount: '9500' });
    expect(state).toBe('review');
    const row = await db
      .selectFrom('withdrawals')
      .select('risks')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row.risks)).toContain('newDevice');
  });

  test('of a key that was revoked behind the cache is refused in its transaction', async () => {
    const made = await createKey();
    await made.client.call(calls.user.read, {});
    await world.money.exchange.database.db.deleteFrom('api_keys').where('id', '=', made.id).execute();
    await expect(submit({ amount: '50' }, made.client)).rejects.toMatchObject({ code: Code.apiKeyInvalid });
    expect(keyId).not.toBe(made.id);
  });
});
