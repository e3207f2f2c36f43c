import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import type { TestAnswer } from '../../testing/test-api.ts';
import { startTestAccounts, testLimits, type TestAccounts } from '../../testing/test-accounts.ts';

/** What a call made the server do. */
interface Work {
  readonly statements: readonly string[];
  readonly hashes: number;
  readonly mails: number;
}

let server: TestAccounts;
let addresses = 0;
const statements: string[] = [];
/** That `verify` does the same work without an account is for `passwords.test.ts` to say. */
let hashings: readonly MockInstance[] = [];

beforeAll(async () => {
  server = await startTestAccounts({ limits: { ...testLimits, login: { ...testLimits.login, perMinutePerIp: 1000 } } });
  const seen = new WeakSet<PoolClient>();
  server.database.pool.on('acquire', (client) => {
    if (!seen.has(client)) recordStatements(client);
    seen.add(client);
  });
});
beforeEach(() => {
  addresses += 1;
  const { passwords } = server.accounts.account;
  hashings = [vi.spyOn(passwords, 'hash'), vi.spyOn(passwords, 'verify')];
});
afterAll(() => server.close());

function recordStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
  const recording = (...args: readonly [string | { readonly text: string }]): unknown => {
    const [asked] = args;
    statements.push(typeof asked === 'string' ? asked : asked.text);
    return query(...args);
  };
  client.query = recording as typeof client.query;
}

interface Answered {
  readonly answer: TestAnswer;
  readonly work: Work;
}

async function call(path: string, fields: Readonly<Record<string, string>>): Promise<Answered> {
  statements.length = 0;
  for (const hashing of hashings) hashing.mockClear();
  const mailsBefore = server.mailbox.mails(fields['email'] ?? '').length;
  const answer = await server.http.post(path, { fields });
  const hashes = hashings.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  const mails = server.mailbox.mails(fields['email'] ?? '').length - mailsBefore;
  // Parallel statements may begin in any order.
  return { answer, work: { statements: statements.toSorted(), hashes, mails } };
}

/** Removes the flow, the only part in which two responses may differ. */
const textOf = ({ text }: TestAnswer): string => text.replace(/"flow":"[0-9a-f-]{36}"/, '');

test.each<[path: string, fields: Record<string, string>, hashes: number, mails: number]>([
  ['/api/passport/login.html', { password: 'not the password', lang: 'en' }, 1, 0],
  ['/api/passport/foremail.html', { lang: 'en' }, 0, 1],
  ['/api/passport/regemail.html', { lang: 'en' }, 0, 1],
  ['/api/passport/forget.html', { code: '123456', password: 'quite another', passwordConfirm: 'quite another' }, 0, 0],
])(
  '%s: known and unknown addresses get the same bytes for the same statements, hashes and mails',
  async (path, fields, hashes, mails) => {
    const known = `known${addresses}@mail.example`;
    await server.accounts.ensureCustomer({ email: known, password: 'a horse, a staple', nickname: 'known' });
    // The first call creates the counters of the network, the second changes them.
    for (let round = 0; round < 2; round += 1) {
      const one = await call(path, { ...fields, email: known });
      const other = await call(path, { ...fields, email: `unknown${addresses}@mail.example` });
      expect(textOf(one.answer)).toBe(textOf(other.answer));
      expect(one.work).toEqual(other.work);
      expect(one.work).toMatchObject({ hashes, mails });
      expect(one.work.statements.length).toBeGreaterThan(3);
    }
  },
);
