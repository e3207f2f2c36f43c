import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@fft/client';
import { consoleCalls, roles, type Role } from '@fft/console-contract';
import { generateSync } from 'otplib';
import { openDatabase, type Database } from '../../../apps/exchange/src/database/connection.ts';
import { startEmbeddedPostgres } from '../../../apps/exchange/src/platform/postgres/embedded-postgres.ts';
import { createFieldCipher } from '../../../apps/exchange/src/platform/crypto/field-cipher.ts';
import { startExchange } from '../../../apps/exchange/src/app.ts';
import { createLog } from '../../../apps/exchange/src/platform/log.ts';
import { createRoster } from '../../../apps/exchange/src/admin/staff/roster.ts';
import { standardLimits } from '../../../apps/exchange/src/accounts/limits/account-limits.ts';
import { createPasswords } from '../../../apps/exchange/src/accounts/passwords/passwords.ts';
import { openSecrets } from '../../../apps/exchange/src/config/secrets.ts';
import { readSettings } from '../../../apps/exchange/src/config/settings.ts';
import { demo } from '../../../apps/demo/src/module.ts';

/**
 * Measures the latency of the console's lists with a hundred thousand customers, over HTTP: each call's median, 90th percentile and maximum.
 * Exits with code 1 if a 90th percentile exceeds its limit. Run: `npm run bench:console`.
 */
const customers = 100_000;
const mostMs = 200;
const rounds = 15;

const folder = await mkdtemp(join(tmpdir(), 'fft-console-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
const settings = readSettings({
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  PORT: '0',
  CONSOLE_PORT: '0',
  REQUESTS_PER_10S: '0',
  SOCKETS_PER_ADDRESS: '0',
  SOCKETS_PER_CUSTOMER: '0',
  CONNECTIONS_PER_ADDRESS: '0',
  WEIGHT_PER_10S: '0',
  CODES_PER_HOUR: '0',
  MAKER: 'off',
  DEMO_CHAIN: 'off',
  DEMO_OPERATORS: 'off',
});
const onFatal = (error: unknown): never => {
  throw error;
};
const exchange = await startExchange({ settings, demo, log: createLog('error'), say: () => undefined, onFatal });
const database = openDatabase(postgres.url);
const slow: string[] = [];
try {
  await seed(database);
  const by = await logIn(database);
  const middle = 1000 + customers / 2;
  const { customers: calls, identity, treasury, operators, dashboard, content, markets } = consoleCalls;
  await measure('customers, newest', () => by.support.call(calls.list, {}));
  await measure('customers, in the middle', () => by.support.call(calls.list, { cursor: cursorAt(middle) }));
  await measure('customers, by address', () => by.support.call(calls.list, { q: 'customer-77777@' }));
  await measure('customers, by a beginning that all have', () => by.support.call(calls.list, { q: 'customer-' }));
  await measure('customers, by nickname', () => by.support.call(calls.list, { q: 'Trader 9999' }));
  await measure('customers, nothing found', () => by.support.call(calls.list, { q: 'zzz' }));
  await measure('customers, locked', () => by.support.call(calls.list, { locked: true }));
  await measure('customers, locked, by a beginning', () =>
    by.support.call(calls.list, { locked: true, q: 'customer-' }),
  );
  await measure('one customer', () => by.support.call(calls.read, { id: middle }));
  await measure('orders of who has 50,000', () => by.support.call(calls.orders, { id: 1000 }));
  await measure('statement of who has 50,000 lines', () => by.support.call(calls.statement, { id: 1000 }));
  await measure('identities', () => by.compliance.call(identity.queue, {}));
  await measure('identities, later', () => by.compliance.call(identity.queue, { cursor: cursorAt(customers - 1000) }));
  await measure('identities, newest first', () => by.compliance.call(identity.queue, { order: 'newest' }));
  await measure('identities, flagged', () => by.compliance.call(identity.queue, { view: 'flagged' }));
  await measure('identities, mine', () => by.compliance.call(identity.queue, { view: 'mine' }));
  await measure('identities, decided', () => by.compliance.call(identity.queue, { view: 'decided' }));
  await measure('withdrawals in review', () => by.treasury.call(treasury.withdrawals, {}));
  await measure('withdrawals done', () => by.treasury.call(treasury.withdrawals, { state: 'done' }));
  await measure('balances', () => by.treasury.call(treasury.balances, {}));
  await measure('movements in', () => by.treasury.call(treasury.movements, { kind: 'deposits' }));
  await measure('approvals, open', () => by.treasury.call(operators.approvals, {}));
  await measure('approvals, decided', () => by.treasury.call(operators.approvals, { open: false }));
  await measure('audit log', () => by.admin.call(operators.audit, {}));
  await measure('audit log of a customer', () => by.admin.call(operators.audit, { target: `customer ${middle}` }));
  await measure('audit log of a rare act', () => by.admin.call(operators.audit, { act: 'operator.create' }));
  await measure('operators', () => by.admin.call(operators.list, {}));
  await measure('overview of 24 hours', () => by.admin.call(dashboard.read, {}));
  await measure('overview of 30 days', () => by.admin.call(dashboard.read, { hours: 720 }));
  await measure('markets', () => by.market.call(markets.list, {}));
  await measure('content', () => by.content.call(content.list, {}));
} finally {
  await database.close();
  await exchange.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
if (slow.length > 0) {
  process.stdout.write(`Longer than ${mostMs} ms: ${slow.join(', ')}\n`);
  process.exitCode = 1;
}

async function measure(name: string, call: () => Promise<unknown>): Promise<void> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await call();
    taken.push(performance.now() - begun);
  }
  const sorted = taken.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor((rounds - 1) * share)] ?? 0;
  if (at(0.9) > mostMs) slow.push(name);
  const columns = [at(0.5), at(0.9), at(1)].map((ms) => `${ms.toFixed(1).padStart(8)} ms`);
  process.stdout.write(`${name.padEnd(42)} ${columns.join('')}\n`);
}

/** Logs in one operator of every role. */
async function logIn({ db }: Database): Promise<Record<Role, Client>> {
  const { passwordPepper: pepper } = await openSecrets(settings);
  const passwords = await createPasswords({ pepper, limits: standardLimits.password });
  const roster = createRoster({ db, seal: createFieldCipher(pepper), passwords, now: Date.now });
  const own = { password: 'a password to measure with', totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' };
  const clients: Partial<Record<Role, Client>> = {};
  for (const role of roles) {
    await db
      .transaction()
      .execute((transaction) => roster.addReady(transaction, { name: role, role, email: null }, own));
    let token = '';
    const client = createClient({ baseUrl: exchange.consoleUrl ?? '', token: () => token });
    const input = { name: role, password: own.password, code: generateSync({ secret: own.totpSecret }) };
    const entered = await client.call(consoleCalls.session.login, input);
    ({ token } = entered);
    clients[role] = client;
  }
  return clients as Record<Role, Client>;
}

function cursorAt(id: number): string {
  return Buffer.from(String(id)).toString('base64url');
}

/** Encrypts names as the exchange does; the queue decrypts them. */
async function sealNames(pool: Database['pool']): Promise<void> {
  const { passwordPepper } = await openSecrets(settings);
  const seal = createFieldCipher(passwordPepper);
  const owners = Array.from({ length: customers }, (_, at) => 1000 + at);
  const names = owners.map((customer) => seal.close(`Trader ${customer}`, `identity:${customer}:name`));
  const numbers = owners.map((customer) => seal.close(`E${customer}`, `identity:${customer}:number`));
  await pool.query(
    `update identities set sealed_name = name, sealed_number = number
      from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as sealed (owner, name, number) where customer = owner`,
    [owners, names, numbers],
  );
}

async function seed({ pool }: Database): Promise<void> {
  const now = Date.now();
  for (const statement of statementsAt(now)) await pool.query(statement);
  await sealNames(pool);
  await pool.query('vacuum analyze');
}

/** Makes the rows: a tenth of the documents are open, one customer in a hundred is locked, and the first has fifty thousand orders. */
function statementsAt(now: number): string[] {
  const series = (count: number): string => `generate_series(0::bigint, ${count - 1}) as n`;
  const customer = (per: number): string => `1000 + n % ${per}`;
  return [
    `insert into customers (email, password_hash, nickname, lang, up_color, created, last_login, phone_hash, country, locked_at, locked_by)
      select 'customer-' || n || '@customers.example', 'none', 'Trader ' || n, case n % 2 when 0 then 'zh' else 'en' end, 'green', ${now} - n * 1000, ${now}, sha256(('+86138' || lpad(n::text, 8, '0'))::bytea),
        'CN', case when n % 100 = 0 then ${now} end, case when n % 100 = 0 then 'operator' end from ${series(customers)}`,
    `insert into identities (customer, state, nationality, id_type, sealed_name, sealed_number, number_hash, front, back, hand, submitted, decided)
      select ${customer(customers)}, case n % 10 when 0 then 'pending' when 1 then 'failed' else 'passed' end, 'CN', 'passport', '', '', decode(md5((n / 3)::text), 'hex'), 'f', 'b', 'h',
        ${now} - n * 1000, case n % 10 when 0 then null else ${now} - n * 10000 end from ${series(customers)}`,
    `insert into withdrawals (customer, request_id, coin, chain, asset, address_id, address, memo, amount, fee, usdt_units, state, planned, time, updated, closed)
      select ${customer(customers)}, 'seed-' || n, 'USDT', 'ETH', 0, 0, 'T' || n, '', 1000000, 1000, 1000000, case when n % 50 = 0 then 'review' else 'done' end, 'review', ${now} - n, ${now}, n % 50 <> 0
      from ${series(200_000)}`,
    `insert into orders (id, owner, client_order_id, market, choices, price_ticks, quantity_lots, amount, filled_lots, filled_notional, fee, state, time, updated)
      select n + 1, case when n % 10 = 0 then 1000 else ${customer(customers)} end, 'seed-' || n, 0, 1, 1000, 10, 0, 10, 10000, 1, 'filled', ${now}, ${now} from ${series(500_000)}`,
    `insert into postings (sequence, position, time, owner, kind, asset, available_delta, frozen_delta, available, frozen, reason, order_id, reference)
      select 1000000000 + n, 0, ${now} - n, case when n % 10 = 0 then 1000 else ${customer(customers)} end, 'coin', 0, 1, 0, n, 0, 'deposit', 0, 'seed-' || n from ${series(500_000)}`,
    `insert into chain_deposits (chain, txid, position, customer, address, coin, asset, amount, height, block_hash, state, time, updated)
      select 'ETH', 'seed-' || n, 0, ${customer(customers)}, '0x' || n, 'ETH', 1, 1000, n, 'b', 'credited', ${now}, ${now} from ${series(100_000)}`,
    `insert into audit (time, operator, act, target, before, after)
      select ${now} - n, 'operator-' || n % 20, 'customer.note', 'customer ' || (${customer(customers)}), null, '{"text":"seeded"}' from ${series(300_000)}`,
    `insert into sessions (id, token_hash, mac, customer, created, expires, ends, idle_ms, ip, user_agent, used)
      select 'seed-' || n, decode(md5(n::text), 'hex'), '', ${customer(customers)}, ${now}, ${now} + 900000, ${now} + 900000, 900000, '203.0.113.1', 'seeded', ${now} from ${series(customers)}`,
    `insert into samples (time, volume, fees, customers, sockets, open_orders, commit_us, lag_ms)
      select ${now} - n * 60000 - 1, n, n, n, 1, 1, 1000, n % 1000 from ${series(43_000)}`,
    `insert into operators (name, role, password_hash, created) values ('seeding', 'treasury', 'none', ${now}), ('deciding', 'treasury', 'none', ${now})`,
    `insert into approvals (act, target, input, proposer, time, state, decider, decided)
      select 'adjustment', 'customer ' || (${customer(customers)}), '{"amount":"1"}', 1, ${now} - n, case when n % 1000 = 0 then 'open' else 'done' end, case when n % 1000 = 0 then null else 2 end, ${now} from ${series(100_000)}`,
    `insert into notices (id, kind, time, title_zh, title_en, summary_zh, summary_en, html_zh, html_en)
      select 'seed-' || n, 'notice', ${now} - n, 'z', 'e', 'z', 'e', '<p>z</p>', '<p>e</p>' from ${series(1_000)}`,
  ];
}
