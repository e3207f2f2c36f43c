import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { productionVariables as production } from '../../testing/production-variables.ts';
import { readSettings, settingNames, SettingsError } from './settings.ts';

function problemsOf(variables: Record<string, string | undefined>): readonly string[] {
  try {
    readSettings(variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test('the demo needs no settings', () => {
  expect(readSettings({})).toEqual({
    mode: 'demo',
    host: '127.0.0.1',
    port: 8080,
    dataDir: './data',
    databaseUrl: null,
    standbyUrl: null,
    tracing: null,
    smtpUrl: null,
    mailFrom: 'FFT <no-reply@fft.example>',
    brandName: 'FFT',
    publicUrl: 'http://localhost:8080',
    smsUrl: null,
    vapidPrivateKey: null,
    vapidSubject: 'mailto:no-reply@fft.example',
    pushServices: ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.notify.windows.com', '*.push.apple.com'],
    uploadsUrl: null,
    appOrigins: [],
    webDir: null,
    ordersPer10s: 50,
    rejectionsPer10s: 20,
    maker: true,
    requestsPer10s: 2000,
    socketsPerAddress: 200,
    socketsPerCustomer: 50,
    connectionsPerAddress: 400,
    maxConnections: 20_000,
    weightPer10s: 2000,
    keyWeightPer10s: 1500,
    codesPerHour: 60,
    streamBeatMs: 50,
    trustedProxies: [],
    identityRequiredFor: ['withdraw'],
    withdrawalWaitMs: 20_000,
    codeSecret: null,
    passwordPepper: null,
    withdrawalMacKey: null,
    console: { host: '127.0.0.1', port: 8081, url: null, allowedAddresses: [] },
    demoOperators: true,
    drainMs: 0,
    fourEyesFromUsdt: 50_000,
    approverDayUsdt: 500_000,
    maxFeePpm: 10_000,
    stopsPerHour: 30,
    messagesPerHour: 100,
    houseAccounts: [],
    ownHosts: [],
    withdrawalLimits: { dayUsdt: 0, dayUsdtVerified: 100_000, reviewFromUsdt: 10_000, riskReviewFromUsdt: 500 },
    bankFolder: 'data/bank',
    demoBank: true,
    controlPrices: { minTrades: 100, minOwners: 2, minTurnoverUsdt: 10_000 },
    alarms: { mail: null, webhookUrl: null },
    metrics: null,
    snapshotCommands: 200_000,
    booksCheckSeconds: 60,
    commandSeconds: 60,
    journalDays: null,
    partitionPeriod: 'month',
    archiveUrl: null,
    archiveAfterMonths: 3,
    unfilledOrderDays: 30,
    demoChain: true,
    demoBlockSeconds: 2,
    demoPrograms: { LITECOIND_PATH: null, BITCOIND_PATH: null },
    chains: [],
    ownNetworks: [],
    explorers: {},
    confirmations: { ETH: 3, BSC: 3, POLYGON: 3, LTC: 3, BTC: 3, SOL: 3 },
    signerSocket: null,
    batchSeconds: 10,
    sweeping: { costMultiple: 5, least: { USDT: '50' } },
    secondNodeFromUsdt: 1_000,
    gateways: 'auto',
    roles: ['gateway', 'projector', 'custody'],
    logLevel: 'info',
  });
});

test('origins of other servers’ apps are read without their paths', () => {
  const { appOrigins } = readSettings({ APP_ORIGINS: 'https://app.example/, http://localhost:5173' });
  expect(appOrigins).toEqual(['https://app.example', 'http://localhost:5173']);
  expect(problemsOf({ APP_ORIGINS: 'app.example' })).toEqual(['APP_ORIGINS may list origins like https://app.example']);
});

test('production uses the given settings, and requires identities as specified', () => {
  expect(readSettings({ ...production, PORT: '443', TRUSTED_PROXIES: '10.0.0.0/8, ::1' })).toMatchObject({
    mode: 'production',
    port: 443,
    databaseUrl: production.DATABASE_URL,
    trustedProxies: ['10.0.0.0/8', '::1'],
    identityRequiredFor: ['trade', 'withdraw'],
    withdrawalWaitMs: 86_400_000,
  });
});

test('withdrawals wait for seconds in the demo, and for an hour at least in production', () => {
  expect(readSettings({ WITHDRAWAL_WAIT_SECONDS: '5' }).withdrawalWaitMs).toBe(5_000);
  expect(readSettings({ ...production, WITHDRAWAL_WAIT_SECONDS: '7200' }).withdrawalWaitMs).toBe(7_200_000);
  expect(problemsOf({ ...production, WITHDRAWAL_WAIT_SECONDS: '60' })).toEqual([
    expect.stringContaining('WITHDRAWAL_WAIT_SECONDS must be at least 3600 in production'),
  ]);
});

test.each(['DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'CODE_SECRET', 'PASSWORD_PEPPER', 'WITHDRAWAL_MAC_KEY'])(
  'production refuses to start without %s',
  (name) => {
    const problems = problemsOf({ ...production, [name]: ' ' });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${name} is required in production`);
  },
);

test('the console has its own port: by default only in a demo on the standard port', () => {
  expect(readSettings({ PORT: '9000' }).console).toBeNull();
  expect(readSettings(production).console).toBeNull();
  expect(readSettings({ ...production, DEMO_OPERATORS: 'on' }).demoOperators).toBe(false);
  const environment = {
    CONSOLE_PORT: '9001',
    CONSOLE_HOST: '10.0.0.5',
    CONSOLE_ALLOWED_ADDRESSES: '10.0.0.0/8, fd00::/8',
  };
  expect(readSettings({ ...production, ...environment }).console).toEqual({
    host: '10.0.0.5',
    port: 9001,
    url: null,
    allowedAddresses: ['10.0.0.0/8', 'fd00::/8'],
  });
  const seen = { ...production, ...environment, CONSOLE_URL: 'https://console.fft.example/' };
  expect(readSettings(seen).console?.url).toBe('https://console.fft.example');
  expect(problemsOf({ ...seen, CONSOLE_URL: 'http://console.fft.example' })).toHaveLength(1);
  expect(problemsOf({ ...seen, CONSOLE_URL: 'http://localhost:9001' })).toEqual([]);
  // Links to another host mean that this is not a trial on one machine.
  expect(problemsOf({ CONSOLE_URL: 'https://console.fft.example' })[0]).toContain('CONSOLE_URL is for real use');
  expect(problemsOf({ CONSOLE_ALLOWED_ADDRESSES: 'the office' })).toHaveLength(1);
  expect(problemsOf({ ALARM_WEBHOOK_URL: 'ftp://alarms.example' })).toHaveLength(1);
});

test('production refuses one secret for two purposes', () => {
  expect(problemsOf({ ...production, PASSWORD_PEPPER: production.CODE_SECRET })).toEqual([
    'CODE_SECRET, PASSWORD_PEPPER and WITHDRAWAL_MAC_KEY must differ from each other',
  ]);
  expect(problemsOf({ ...production, WITHDRAWAL_MAC_KEY: production.CODE_SECRET })).toHaveLength(1);
});

describe('without MODE', () => {
  test.each([
    ['NETWORKS', '{"ETH":{"nodes":["http://127.0.0.1:8545"]}}'],
    ['NETWORKS', '{"SOL":{"nodes":["https://node.example"]}}'],
    ['DATABASE_URL', 'postgres://fft:secret@db.example/fft'],
    ['STANDBY_URL', 'postgres://fft:secret@db.example/fft'],
    ['PUBLIC_URL', 'https://fft.example'],
    ['HOST', '0.0.0.0'],
    ['CONSOLE_HOST', '10.0.0.5'],
  ])('%s=%s makes it production, with its required settings', (name, value) => {
    const [first, ...rest] = problemsOf({ [name]: value });
    expect(first).toBe(
      `MODE is not set, and ${name} is for real use, so production rules apply; set MODE=demo to try FFT out`,
    );
    expect(rest.join()).toContain('PASSWORD_PEPPER is required in production');
    expect(problemsOf({ MODE: 'demo', [name]: value }).join()).not.toContain('in production');
  });

  test('a database on this machine is a demo', () => {
    const DATABASE_URL = 'postgres://fft@127.0.0.1:5432/fft';
    expect(readSettings({ DATABASE_URL, HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:9000' }).mode).toBe('demo');
  });

  test('with everything that production requires it is production', () => {
    const { MODE: _, ...rest } = production;
    expect(readSettings(rest)).toMatchObject({ mode: 'production', maker: false, demoOperators: false });
  });
});

describe('a variable that looks like a setting but is none is refused', () => {
  test.each([
    ['TRUST_PROXIES', 'TRUST_PROXIES is not a setting: did you mean TRUSTED_PROXIES?'],
    ['REVEIW_FROM_USDT', 'REVEIW_FROM_USDT is not a setting: did you mean REVIEW_FROM_USDT?'],
    ['PASSWORD_PEPER_FILE', 'PASSWORD_PEPER_FILE is not a setting: did you mean PASSWORD_PEPPER?'],
    ['WITHDRAWAL_HOUR_USDT', 'WITHDRAWAL_HOUR_USDT is not a setting: .env.example lists them all'],
  ])('%s', (name, problem) => {
    expect(problemsOf({ [name]: '1' })).toEqual([problem]);
  });

  test.each(['PATH', 'HOSTNAME', 'JOURNAL_STREAM', 'REQUESTS_CA_BUNDLE', 'LOG_DIR', 'SIGNER_MEMORY', 'OPERATOR_TOKEN'])(
    'but not %s, which belongs to other programs',
    (name) => {
      expect(problemsOf({ [name]: '1' })).toEqual([]);
    },
  );
});

describe('an invalid value is reported with its name', () => {
  test.each([
    ['MODE', 'staging'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['DATABASE_URL', 'mysql://localhost/fft'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://fft@one:5432,two:65536/fft'],
    ['DATABASE_URL', 'postgres://fft@one,two/fft?target_session_attrs=any'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=100%'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['STANDBY_URL', 'db.example'],
    ['STANDBY_URL', 'postgres://fft@one,two/fft?target_session_attrs=read-write'],
    ['SMTP_URL', 'http://mail.example'],
    ['PUBLIC_URL', 'fft.example'],
    ['UPLOADS_URL', 's3://bucket'],
    ['UPLOADS_URL', 'https://key@s3.example/bucket'],
    ['UPLOADS_URL', 'https://key:secret@s3.example/'],
    ['ARCHIVE_URL', '/srv/archive'],
    ['ARCHIVE_URL', 'https://s3.example/bucket'],
    ['ARCHIVE_AFTER_MONTHS', '-1'],
    ['SMS_URL', 'smtp://sms.example'],
    ['MAIL_FROM', 'nobody'],
    ['BRAND_NAME', '<b>Acme</b>'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
    ['ORDERS_PER_10S', '0'],
    ['REJECTIONS_PER_10S', '-1'],
    ['DRAIN_SECONDS', '61'],
    ['REQUESTS_PER_10S', '1.5'],
    ['WEIGHT_PER_10S', '399'],
    ['KEY_WEIGHT_PER_10S', '399'],
    ['STREAM_BEAT_MS', '0'],
    ['TRUSTED_PROXIES', 'abc'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1, loopback'],
    ['IDENTITY_REQUIRED_FOR', 'trade,everything'],
    ['CODE_SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%ff'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ])('%s=%s', (name, value) => {
    const problems = problemsOf({ MODE: 'demo', [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} m`));
  });
});

test.each([
  ['postgres://fft:secret@db.example/fft', 1],
  ['postgres://fft:secret@db.example/fft?sslmode=disable', 0],
  ['postgres://fft:secret@127.0.0.1/fft', 0],
  ['postgres://fft:secret@127.0.0.1:5432,db.example:5432/fft', 1],
  ['postgres://fft:secret@127.0.0.1:5432,localhost:5433/fft?target_session_attrs=read-write', 0],
  ['postgres://fft:secret@/fft?host=/run/postgresql', 0],
])('production requires an explicit sslmode to a remote database: %s', (url, problems) => {
  for (const name of ['DATABASE_URL', 'STANDBY_URL']) {
    const reported = problemsOf({
      ...production,
      [name]: url.replace('read-write', name === 'STANDBY_URL' ? 'standby' : 'read-write'),
    });
    expect(reported.filter((problem) => problem.includes('?sslmode=verify-full'))).toHaveLength(problems);
  }
});

test('secrets can be read from files', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'fft-settings-')), 'pepper');
  await writeFile(file, `${'q'.repeat(40)}\n`);
  const { PASSWORD_PEPPER: _, ...rest } = production;
  expect(readSettings({ ...rest, PASSWORD_PEPPER_FILE: file }).passwordPepper).toBe('q'.repeat(40));
  expect(problemsOf({ ...production, PASSWORD_PEPPER_FILE: file })).toEqual([
    "PASSWORD_PEPPER and PASSWORD_PEPPER_FILE can't both be set: remove one",
  ]);
  await rm(dirname(file), { recursive: true });
  expect(problemsOf({ ...rest, PASSWORD_PEPPER_FILE: file })).toEqual([
    "PASSWORD_PEPPER_FILE names a file that can't be read",
    'PASSWORD_PEPPER is required in production: a generated secret is only for the demo',
  ]);
});

test("a program of the demo's chains that isn't there or can't be run is a problem", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fft-settings-'));
  const [program, text] = [join(folder, 'bitcoind'), join(folder, 'text')];
  await writeFile(program, '', { mode: 0o700 });
  await writeFile(text, '', { mode: 0o600 });
  for (const name of ['LITECOIND_PATH', 'BITCOIND_PATH'] as const) {
    expect(readSettings({ [name]: program }).demoPrograms[name]).toBe(program);
    for (const wrong of [join(folder, 'none'), text, folder])
      expect(() => readSettings({ [name]: wrong })).toThrow(
        `${name} must be the path of a program on this machine that may be run`,
      );
  }
  // Chains run in folders of their own.
  expect(readSettings({ BITCOIND_PATH: relative(process.cwd(), program) }).demoPrograms.BITCOIND_PATH).toBe(program);
  await rm(folder, { recursive: true });
});

test('traces go to the path that the specification has, with their headers', () => {
  const given = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret=,tenant=fft',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
  };
  expect(readSettings(given).tracing).toEqual({
    url: 'https://collector.example/otlp/v1/traces',
    headers: { authorization: 'Bearer secret=', tenant: 'fft' },
    serviceName: 'fft',
    sampler: 'parentbased_traceidratio',
    ratio: 0.01,
  });
});

test('all problems are reported together', () => {
  expect(problemsOf({ MODE: 'production', PORT: 'x', LOG_LEVEL: 'loud' })).toHaveLength(8);
});

test('.env.example lists every setting with its default', () => {
  const example = parseEnv(readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8'));
  expect(Object.keys(example).toSorted()).toEqual([...settingNames].toSorted());
  expect(readSettings(example)).toEqual(readSettings({}));
});
