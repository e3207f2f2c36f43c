import { tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type Client } from '@fft/client';
import { calls, type Lang } from '@fft/contract';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { startExchange, type Exchange } from '../src/app.ts';
import { createIncidents, type Incidents } from '../src/platform/incidents.ts';
import { createLog } from '../src/platform/log.ts';
import { type AccountLimits, standardLimits } from '../src/accounts/limits/account-limits.ts';
import { readSettings } from '../src/config/settings.ts';
import { withdrawalMacKey } from './test-authority.ts';
import { newestCode } from './newest-code.ts';
import { demo } from '../../demo/src/module.ts';

/** A customer of a test, with a session. */
export interface TestCustomer extends Client {
  readonly token: string;
  readonly id: string;
}

export interface TestExchange {
  readonly url: string;
  /** URL of the operators' console; empty if none is served. */
  readonly consoleUrl: string;
  /** Environment of another process on the same data. */
  readonly environment: Readonly<Record<string, string>>;
  readonly database: TestDatabase;
  /** The clock of all its servers. */
  readonly now: () => number;
  /** Errors of parts that continue, over all servers of this exchange. */
  readonly incidents: Incidents;
  /** Client without a session. */
  readonly anonymous: Client;
  register(name: string, lang?: Lang): Promise<TestCustomer>;
  /** Starts another server on the same database, inside this process. */
  another(): Promise<AnotherGateway>;
  /** Runs a job now. */
  wake(job: string): void;
  /** Ends all jobs: what the server does from now on, it does for callers. */
  stopJobs(): Promise<void>;
  /** Stops the server, so that a test can change its data. */
  stopServer(): Promise<void>;
  /** Starts the server again. */
  startServer(): Promise<void>;
  /** Restarts the server on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A second server of the same exchange. */
export interface AnotherGateway {
  readonly url: string;
  readonly anonymous: Client;
  /** The same customer and session, through this server. */
  as(customer: TestCustomer): Client;
  /** Runs a job now. */
  wake(job: string): void;
  stop(): Promise<void>;
}

/** The default limits with cheap hashing, as nearly every test registers customers, and with the check of sockets out of reach: an announcement alone closes them. */
const limitsWithCheapPasswords: AccountLimits = {
  ...standardLimits,
  session: { ...standardLimits.session, checkedEveryMs: 3_600_000 },
  password: { ...standardLimits.password, memoryKib: 64, passes: 1 },
};

/** Starts the whole exchange in this process, on its own database and a free port; its clock is the machine's unless a test moves it. */
export async function startTestExchange(
  variables: Readonly<Record<string, string>> = {},
  now: () => number = Date.now,
  limits: AccountLimits = limitsWithCheapPasswords,
): Promise<TestExchange> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'fft-server-'));
  const settings = readSettings({
    MODE: 'demo',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    ORDERS_PER_10S: '100000',
    REQUESTS_PER_10S: '0',
    SOCKETS_PER_ADDRESS: '0',
    SOCKETS_PER_CUSTOMER: '0',
    CONNECTIONS_PER_ADDRESS: '0',
    WEIGHT_PER_10S: '0',
    CODES_PER_HOUR: '0',
    // Books start empty.
    MAKER: 'off',
    // A test that needs a chain starts one.
    DEMO_CHAIN: 'off',
    DEMO_BANK: 'off',
    DEMO_OPERATORS: 'off',
    // As in production.
    WITHDRAWAL_WAIT_SECONDS: '86400',
    WITHDRAWAL_MAC_KEY: withdrawalMacKey,
    // It would start a thread for each exchange of a test.
    COMMAND_SECONDS: '0',
    ...variables,
  });
  const log = createLog('error');
  const incidents = createIncidents(log);
  const begin = (): Promise<Exchange> =>
    startExchange({
      settings,
      demo,
      log,
      incidents,
      now,
      limits,
      say: () => undefined,
      onFatal: (error) => {
        throw error;
      },
    });
  let exchange = await begin();
  const others: Exchange[] = [];
  const clientOf = (token: () => string, lang: Lang, baseUrl = exchange.url): Client =>
    createClient({ baseUrl, token, lang: () => lang });

  return {
    database,
    now,
    incidents,
    environment: { DATABASE_URL: database.url, DATA_DIR: dataDir, WITHDRAWAL_MAC_KEY: withdrawalMacKey },
    get url() {
      return exchange.url;
    },
    get consoleUrl() {
      return exchange.consoleUrl ?? '';
    },
    get anonymous() {
      return clientOf(() => '', 'en');
    },
    register: async (name, lang = 'en') => {
      const email = `${name}@test.example`;
      const password = `the password of ${name}`;
      const client = clientOf(() => '', lang);
      await client.call(calls.auth.requestRegistrationCode, { email });
      const mails = await client.call(calls.demo.mailbox, { to: email });
      const registration = { email, code: newestCode(mails), password, passwordConfirm: password };
      const { token, user } = await client.call(calls.auth.register, registration);
      return {
        token,
        id: user.id,
        // The server may have been replaced by the time of the call.
        call: (call, input, options) => clientOf(() => token, lang).call(call, input, options),
      };
    },
    another: async () => {
      const other = await begin();
      others.push(other);
      return {
        url: other.url,
        anonymous: clientOf(() => '', 'en', other.url),
        as: ({ token }) => clientOf(() => token, 'en', other.url),
        wake: (job) => wake(other, job),
        stop: () => other.stop(),
      };
    },
    wake: (job) => wake(exchange, job),
    stopJobs: async () => void (await Promise.all(exchange.jobs.map((job) => job.stop()))),
    stopServer: () => exchange.stop(),
    startServer: async () => {
      exchange = await begin();
    },
    restart: async () => {
      await exchange.stop();
      exchange = await begin();
    },
    stop: async () => {
      for (const each of [...others, exchange]) await each.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function wake({ jobs }: Exchange, job: string): void {
  jobs.find(({ name }) => name === job)?.wake();
}
