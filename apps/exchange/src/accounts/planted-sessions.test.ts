import { createHash, randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tables } from '../database/tables.ts';
import type { OpenedSession } from './sessions/sessions.ts';
import { startTestAccounts, type TestAccounts } from '../../testing/test-accounts.ts';

let server: TestAccounts;
let customerId: number;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestAccounts();
  customerId = Number((await server.register('anna@mail.example')).user.id);
  passwordHash = (await server.accounts.account.customers.contact(customerId))?.passwordHash ?? '';
});
afterAll(() => server.close());

async function open(keep: boolean): Promise<OpenedSession> {
  const session = { customerId, passwordHash, keep, ip: '127.0.0.1', userAgent: 'x'.repeat(5000), device: 'a device' };
  const opened = await server.accounts.sessions.open(session);
  if (opened === null) throw new Error('the session was not opened');
  return opened;
}
const isOpen = async (token: string): Promise<boolean> => (await server.accounts.sessions.authenticate(token)) !== null;

describe('an attacker with write access to the database', () => {
  const rowOf = (id: string) =>
    server.database.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

  test('cannot add a session for a token of their own, with any hash', async () => {
    const known = await open(true);
    const row = await rowOf(known.sessionId);
    const token = randomBytes(32).toString('base64url');
    for (const [id, mac] of [
      ['planted', sha256(token)],
      ['copied', row.mac],
    ] as const)
      await server.database.db
        .insertInto('sessions')
        .values({ ...row, id, mac, token_hash: Buffer.concat([sha256(token), Buffer.from(id)]) })
        .execute();
    await server.database.db
      .updateTable('sessions')
      .set({ token_hash: sha256(token) })
      .where('id', '=', 'planted')
      .execute();
    expect(await isOpen(token)).toBe(false);
    expect(await isOpen(known.token)).toBe(true);
  });

  test.each<[string, Partial<Insertable<Tables['sessions']>>]>([
    ['another customer', { customer: 0 }],
    ['a later end', { ends: 9e15, expires: 9e15 }],
    ['a longer time without use', { idle_ms: 9e9 }],
    ['a device', { device: 'another device' }],
    ['another id', { id: 'another-id' }],
  ])('cannot give their own session %s', async (_what, change) => {
    const mine = await open(false);
    const victim = Number((await server.register(`victim-${mine.sessionId}@mail.example`)).user.id);
    const changed = change.customer === 0 ? { customer: victim } : change;
    await server.database.db.updateTable('sessions').set(changed).where('id', '=', mine.sessionId).execute();
    expect(await isOpen(mine.token)).toBe(false);
  });
});
