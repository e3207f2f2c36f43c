import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@fft/contract';
import { hash } from '@node-rs/argon2';
import { standardLimits } from '../../../apps/exchange/src/accounts/limits/account-limits.ts';
import { startExchange } from '../../../apps/exchange/src/app.ts';
import { readSettings } from '../../../apps/exchange/src/config/settings.ts';
import { openDatabase } from '../../../apps/exchange/src/database/connection.ts';
import { createLog } from '../../../apps/exchange/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../../apps/exchange/src/platform/postgres/embedded-postgres.ts';
import { demo } from '../../../apps/demo/src/module.ts';

/**
 * Measures how long strangers' calls take for addresses with and without an account, in turns. Reports the quartiles of each.
 * `accounts/guessing.test.ts` proves that the work is the same. Run: `npm run bench:log-in -- [addresses]`.
 */
const count = Number(process.argv[2] ?? 200);
const { auth } = calls;
const asked = {
  [auth.login.path]: { password: 'not the password' },
  [auth.requestPasswordReset.path]: {},
  [auth.requestRegistrationCode.path]: {},
  [auth.resetPassword.path]: { code: '123456', password: 'quite another', passwordConfirm: 'quite another' },
};
const many = { perMinutePerAccount: 1e6, perHourPerAccount: 1e6, perMinutePerIp: 1e6, failuresToLock: 1e6 };
const limits = {
  ...standardLimits,
  login: { ...standardLimits.login, ...many },
  code: { ...standardLimits.code, perHourOfAllStrangers: 1e6, guessesPerIp: 1e6 },
};

const folder = await mkdtemp(join(tmpdir(), 'fft-guessing-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
const off = Object.fromEntries(
  ['REQUESTS_PER_10S', 'WEIGHT_PER_10S', 'CODES_PER_HOUR', 'CONNECTIONS_PER_ADDRESS'].map((name) => [name, '0']),
);
const parts = { MAKER: 'off', DEMO_CHAIN: 'off', DEMO_BANK: 'off', DEMO_OPERATORS: 'off', CONSOLE_PORT: '' };
const settings = readSettings({ DATABASE_URL: postgres.url, DATA_DIR: folder, PORT: '0', ...off, ...parts });
const onFatal = (error: unknown): never => {
  throw error;
};
const exchange = await startExchange({
  settings,
  demo,
  limits,
  log: createLog('error'),
  say: () => undefined,
  onFatal,
});
try {
  await addCustomers();
  for (const [path, fields] of Object.entries(asked)) await measure(path, fields);
} finally {
  await exchange.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function addCustomers(): Promise<void> {
  const { memoryKib: memoryCost, passes: timeCost } = standardLimits.password;
  const passwordHash = await hash('a horse, a staple', { memoryCost, timeCost, parallelism: 1 });
  const database = openDatabase(postgres.url, { maxConnections: 1 });
  await database.pool.query(
    `insert into customers (email, password_hash, lang, up_color, created)
     select 'known' || place || '@mail.example', $1, 'en', 'green', 0 from generate_series(1, $2::int) as place`,
    [passwordHash, count],
  );
  await database.close();
}

async function measure(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const taken = { known: [] as number[], other: [] as number[] };
  for (let place = 1; place <= count; place += 1) {
    for (const kind of ['known', 'other'] as const) {
      const body = new URLSearchParams({ ...fields, lang: 'en', email: `${kind}${place}@mail.example` });
      const begun = performance.now();
      await (await fetch(exchange.url + path, { method: 'POST', body })).text();
      taken[kind].push(performance.now() - begun);
    }
  }
  for (const [kind, times] of Object.entries(taken)) {
    const sorted = times.toSorted((one, other) => one - other);
    const quartiles = [0.25, 0.5, 0.75].map((part) => `${(sorted[Math.floor(count * part)] ?? 0).toFixed(1)} ms`);
    process.stdout.write(`${path.padEnd(32)} ${kind} ${quartiles.map((text) => text.padStart(10)).join('')}\n`);
  }
}
