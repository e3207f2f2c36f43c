import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAnswer } from '../../testing/test-api.ts';
import { startTestAccounts, testLimits, type TestAccounts } from '../../testing/test-accounts.ts';

/** `GUESSES=1000` for the long run. */
const count = Number(process.env['GUESSES'] ?? 40);
const timeout = 60_000 + count * 500;
let server: TestAccounts;

beforeAll(async () => {
  const many = { perMinutePerAccount: 1e6, perHourPerAccount: 1e6, perMinutePerIp: 1e6, failuresToLock: 1e6 };
  const code = { ...testLimits.code, guessesPerIp: 1e6 };
  server = await startTestAccounts({ limits: { ...testLimits, code, login: { ...testLimits.login, ...many } } });
  for (let index = 0; index < count; index++) {
    const email = `known${String(index).padStart(6, '0')}@mail.example`;
    await server.accounts.ensureCustomer({ email, password: 'a horse, a staple', nickname: 'known' });
  }
}, timeout);
afterAll(() => server.close());

/** Removes the flow, the only part in which two responses may differ. */
const textOf = ({ text }: TestAnswer): string => text.replace(/"flow":"[0-9a-f-]{36}"/, '');

interface Timed {
  readonly answer: TestAnswer;
  readonly ms: number;
}

async function timed(path: string, fields: Record<string, string>): Promise<Timed> {
  const begun = performance.now();
  const answer = await server.http.post(path, { fields });
  return { answer, ms: performance.now() - begun };
}

/** The time that a share of the responses stayed below. */
function quantile(times: readonly Timed[], part: number): number {
  const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}

test.each<[path: string, fields: Record<string, string>]>([
  ['/api/passport/login.html', { password: 'not the password', lang: 'en' }],
  ['/api/passport/foremail.html', { lang: 'en' }],
  ['/api/passport/regemail.html', { lang: 'en' }],
  ['/api/passport/forget.html', { code: '123456', password: 'quite another', passwordConfirm: 'quite another' }],
])(
  `%s: ${count} known and ${count} unknown addresses give the same bytes in overlapping times`,
  { timeout },
  async (path, fields) => {
    const known: Timed[] = [];
    const unknown: Timed[] = [];
    for (let index = 0; index < count; index++) {
      const number = String(index).padStart(6, '0');
      known.push(await timed(path, { ...fields, email: `known${number}@mail.example` }));
      unknown.push(await timed(path, { ...fields, email: `other${number}@mail.example` }));
    }
    expect(new Set([...known, ...unknown].map(({ answer }) => textOf(answer))).size).toBe(1);
    expect(quantile(known, 0.5)).toBeLessThan(quantile(unknown, 0.95));
    expect(quantile(unknown, 0.5)).toBeLessThan(quantile(known, 0.95));
  },
);
