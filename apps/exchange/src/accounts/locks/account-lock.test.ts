import { lockKinds, type Role } from '@fft/console-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestAccounts, testPassword, type TestAccounts } from '../../../testing/test-accounts.ts';
import { Agreement } from '../../authority/agreement.ts';
import { readAudit } from '../../audit/audit.ts';
import { createLocks, type Locks } from './account-lock.ts';

const email = 'anna@mail.example';
let server: TestAccounts;

beforeAll(async () => {
  server = await startTestAccounts();
});
afterAll(() => server.close());

/** No event comes from another process here: sessions end because this one hears of it. */
const locks = (houseAccounts: readonly number[] = [], stopsPerHour = 1000): Locks =>
  createLocks({ db: server.database.db, hear: server.accounts.account.sessions.hear, houseAccounts, stopsPerHour });
const by = (role: Role | null, name = `the.${role}`) => ({ name, role });
const support = by('support');

const login = () =>
  server.http.post('/api/passport/login.html', { fields: { email, password: testPassword, lang: 'en' } });

let registered = 0;
async function customerOf(): Promise<number> {
  return Number((await server.register(`customer${++registered}@mail.example`)).user.id);
}
const at = (customer: number) => ({ customer, time: server.clock.time });

test("an operator's lock and unlock are each recorded once in the audit log", async () => {
  const { token, user } = await server.register(email);
  const act = { ...at(Number(user.id)), by: by('compliance', 'olga') };
  expect((await server.http.get('/api/user/read.html', { token })).body.code).toBe(200);
  expect(await locks().lock({ ...act, kind: 'security' })).toBe(true);
  expect(await locks().lock({ ...act, kind: 'security' })).toBe(false);
  expect((await server.http.get('/api/user/read.html', { token })).body.code).toBe(1001);
  expect((await login()).body).toEqual({
    code: 401,
    message: 'This account is locked. Contact support',
    data: { lockedBy: 'operator', lockedAt: act.time },
  });
  expect(await locks().unlock(act)).toBe(true);
  expect(await locks().unlock(act)).toBe(false);
  expect((await login()).body).toMatchObject({ code: 200 });
  expect(await readAudit(server.database.db, { limit: 10 })).toMatchObject([
    { act: 'account.unlock', before: { lockedBy: 'operator', kind: 'security' } },
    { act: 'account.lock', operator: 'olga', target: `customer ${user.id}`, after: { kind: 'security' } },
  ]);
  expect(await locks().lock({ ...act, kind: 'security', customer: 1 })).toBe(false);
});

test('a lock owes the cancellation of orders and withdrawals; of a lock by support only if it is asked for', async () => {
  const { db } = server.database;
  const customer = await customerOf();
  const owed = async () =>
    (await db.selectFrom('owed_stops').select('operator').where('customer', '=', customer).execute()).length > 0;
  const found: [kind: string, cancel: boolean, owes: boolean][] = [];
  for (const kind of lockKinds)
    for (const cancel of [false, true]) {
      await locks().lock({ ...at(customer), by: by('compliance'), kind, cancel });
      found.push([kind, cancel, await owed()]);
      await db.updateTable('customers').set({ lock_kind: 'support' }).where('id', '=', customer).execute();
      await locks().unlock({ ...at(customer), by: by('compliance') });
      expect(await owed()).toBe(false);
    }
  expect(found.filter(([, , owes]) => !owes)).toEqual([['support', false, false]]);
});

describe('who may set and lift a lock', () => {
  const refused = (name: string) => ({ name });

  test.each(lockKinds)('of kind %s is decided by the kind', async (kind) => {
    const ofCompliance = kind === 'compliance' || kind === 'court';
    const customer = await customerOf();
    for (const role of ['support', 'admin', null] as const) {
      const setting = locks().lock({ ...at(customer), by: by(role), kind });
      if (ofCompliance) await expect(setting).rejects.toMatchObject(refused('lockOfOthers'));
      else {
        expect(await setting).toBe(true);
        expect(await locks().unlock({ ...at(customer), by: support })).toBe(true);
      }
    }
    if (!ofCompliance) return;
    expect(await locks().lock({ ...at(customer), by: by('compliance'), kind })).toBe(true);
    for (const role of ['support', 'admin', null] as const)
      await expect(locks().unlock({ ...at(customer), by: by(role) })).rejects.toMatchObject(refused('lockOfOthers'));
    await expect(locks().unlock({ ...at(customer), by: by('compliance') })).rejects.toMatchObject(refused('takesTwo'));
    const two = { act: 'unlock', target: `customer ${customer}`, first: 'a', second: 'b' } as const;
    const agreed = { ...two, input: { id: customer, kind, reason: 'the court’s letter' } };
    const other = locks().unlock({ ...at(customer), kind: 'security', by: Agreement.reach(agreed) });
    await expect(other).rejects.toMatchObject(refused('lockChanged'));
    const reason = 'the court’s letter';
    const elsewhere = locks().unlock({ ...at(customer), kind, by: Agreement.reach(agreed), reason: 'a call' });
    await expect(elsewhere).rejects.toThrow('agreed to another reason');
    expect(await locks().unlock({ ...at(customer), kind, by: Agreement.reach(agreed), reason })).toBe(true);
  });

  test('from before there were kinds is compliance’s', async () => {
    const customer = await customerOf();
    await locks().lock({ ...at(customer), by: support, kind: 'security' });
    await server.database.db.updateTable('customers').set({ lock_kind: null }).where('id', '=', customer).execute();
    await expect(locks().unlock({ ...at(customer), by: support })).rejects.toMatchObject(refused('lockOfOthers'));
    expect(await locks().unlockTakes(customer)).toBe('unlock');
  });

  test('of an account of the exchange takes two admins, also of the treasury’s', async () => {
    const { db } = server.database;
    const [maker, treasury] = [await customerOf(), await customerOf()];
    await db.insertInto('treasury').values({ customer: treasury }).execute();
    const ours = locks([maker]);
    for (const customer of [maker, treasury]) {
      expect(await ours.lockTakes(customer)).toBe('houseLock');
      for (const role of ['support', 'compliance', 'admin'] as const) {
        const setting = ours.lock({ ...at(customer), by: by(role), kind: 'security' });
        await expect(setting).rejects.toMatchObject(refused('takesTwo'));
      }
      const target = `customer ${customer}`;
      const input = { id: customer, kind: 'security', reason: 'theft', cancel: false } as const;
      const agreed = Agreement.reach({ act: 'houseLock', target, input, first: 'a', second: 'b' });
      const lock = { ...at(customer), by: agreed, kind: 'security', reason: 'theft' } as const;
      await expect(ours.lock({ ...lock, cancel: true })).rejects.toThrow('agreed to another cancel');
      expect(await ours.lock({ ...lock, cancel: false })).toBe(true);
      await expect(ours.unlock({ ...at(customer), by: support })).rejects.toMatchObject(refused('takesTwo'));
      const lifting = Agreement.reach({ act: 'houseUnlock', target, input, first: 'a', second: 'b' });
      const unlock = { ...at(customer), by: lifting, kind: 'security', reason: 'theft' } as const;
      expect(await ours.unlock(unlock)).toBe(true);
    }
  });
});

test('one operator locks and unlocks a bounded number of accounts within an hour, also at once', async () => {
  const bounded = locks([], 4);
  const customers = await Promise.all(Array.from({ length: 8 }, () => customerOf()));
  const hasty = by('support', 'hasty');
  const all = await Promise.allSettled(
    customers.map((customer) => bounded.lock({ ...at(customer), by: hasty, kind: 'support' })),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  const refusals = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  for (const refusal of refusals) expect(refusal).toMatchObject({ kind: 'tooManyRequests', name: 'tooManyStops' });
  // Another operator is not at the bound, and the first isn't any more after an hour.
  const last = customers[all.findIndex(({ status }) => status === 'fulfilled')] ?? 0;
  await expect(bounded.unlock({ ...at(last), by: hasty })).rejects.toMatchObject({ name: 'tooManyStops' });
  expect(await bounded.unlock({ ...at(last), by: by('support', 'calm') })).toBe(true);
  const later = { customer: last, time: server.clock.time + 3_600_001 };
  expect(await bounded.lock({ ...later, by: hasty, kind: 'support' })).toBe(true);
});
