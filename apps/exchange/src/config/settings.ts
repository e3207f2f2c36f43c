import { join } from 'node:path';
import { connectionEnvironment, connectionSettingsOf, type ConnectionSettings } from './connection-settings.ts';
import * as z from 'zod';
import { historyEnvironment, historySettingsOf, type HistorySettings } from './history-settings.ts';
import { adoptFormerNames, formerEvmNames } from './evm-settings.ts';
import { chainEnvironment, chainsOf, type ChainsSetting, signerProblems } from './chain-settings.ts';
import { ownEvmChains, type OwnEvmSetting, ownEvmSettingNames, readOwnEvm } from './own-evm-settings.ts';
import { logLevels, type LogLevel } from '../platform/log.ts';
import { type ControlPriceRules, controlPricesOf, type WithdrawalLimits } from './limits.ts';
import { assumedProduction, nodeProblems, productionProblems, realUseSetting } from './production-rules.ts';
import { isVapidKey } from '../platform/push/push-sender.ts';
import { knownPushServices } from '../platform/push/push-services.ts';
import { address, databaseAddress, standbyAddress, namesBucket } from './setting-forms.ts';
import type { TracingSettings } from '../platform/tracing/tracing.ts';
import { operatorEnvironment, operatorSettingsOf, type OperatorSettings } from './operator-settings.ts';
import { tracingEnvironment, tracingOf } from './tracing-settings.ts';
import { wholeNumber } from './whole-number.ts';
import { readGiven, unknownSettings } from './environment.ts';

/**
 * The exchange's settings, read once from the environment. `.env.example` describes each.
 * Production refuses to start with what only the demo may use: the embedded database, generated secrets, the demo mailbox.
 */
export interface Settings extends ConnectionSettings, ChainsSetting, HistorySettings, OperatorSettings {
  readonly mode: 'demo' | 'production';
  readonly host: string;
  readonly port: number;
  /** The folder of persistent data that is not in `databaseUrl`. */
  readonly dataDir: string;
  /** null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Standbys of that database, for reading; null: none. */
  readonly standbyUrl: string | null;
  /** null: the mailbox that the server starts itself (demo only). */
  readonly smtpUrl: string | null;
  /** The app's address, to which passkeys are bound. null: no passkeys. */
  readonly publicUrl: string | null;
  /** Origins of web apps that other servers serve and that call this API: builds with a `host`. */
  readonly appOrigins: readonly string[];
  /** A folder with another build of the web app; null: the bundled one. */
  readonly webDir: string | null;
  readonly mailFrom: string;
  /** The product's name in mails and SMS. */
  readonly brandName: string;
  /** null: the demo shows SMS in its mailbox; in production no phone can be bound. */
  readonly smsUrl: string | null;
  /** The key that identifies this server to browsers' push services; null: the demo generates one, and production sends no pushes. */
  readonly vapidPrivateKey: string | null;
  /** Contact of the operator for push services: `mailto:` or https. */
  readonly vapidSubject: string;
  /** Hosts of the push services that pushes may be sent to. */
  readonly pushServices: readonly string[];
  /** A bucket for customers' pictures; null: a folder of `dataDir`. */
  readonly uploadsUrl: string | null;
  readonly ordersPer10s: number;
  /** Refused commands of one customer that the journal takes; 0 disables the limit. */
  readonly rejectionsPer10s: number;
  /** Time between SIGTERM and the stop: the process serves, and `/health/ready` answers 503. */
  readonly drainMs: number;
  /** True to generate prices, quotes, trades and their history (demo only). */
  readonly maker: boolean;
  /** Per address; 0 disables the limit. */
  readonly requestsPer10s: number;
  /** Codes that one address may request before sign-in; 0 disables the limit. */
  readonly codesPerHour: number;
  /** Interval of pushes of a public stream. */
  readonly streamBeatMs: number;
  /** Reverse proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  readonly identityRequiredFor: readonly IdentityGate[];
  /** Time before a new address can be used, and of the hold of withdrawals after a security change. */
  readonly withdrawalWaitMs: number;
  /** null: generated at the first start and kept in `dataDir` (demo only). */
  readonly codeSecret: string | null;
  readonly passwordPepper: string | null;
  readonly withdrawalMacKey: string | null;
  /** The address that serves metrics; null: none. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** The collector of traces; null: nothing is traced. */
  readonly tracing: TracingSettings | null;
  /** The operators' console; null: none. */
  readonly console: {
    readonly host: string;
    readonly port: number;
    /** Its address in operators' browsers, used in one-time links; null: this machine. */
    readonly url: string | null;
    /** Addresses and networks that operators may come from; empty: any. */
    readonly allowedAddresses: readonly string[];
  } | null;
  /** True to create demo operators, whose credentials are shown to anyone who reaches the console (demo only). */
  readonly demoOperators: boolean;
  /** In whole USDT's worth: limits per 24 hours of unverified and verified customers, and the totals from which operators review. */
  readonly withdrawalLimits: WithdrawalLimits;
  /** The trading within 24 hours that a market needs for its prices to value withdrawals. */
  readonly controlPrices: ControlPriceRules;
  /** The recipients of alarms. */
  /** Where the banks' connection leaves statements and fetches payment files; null: operators import and download them. */
  readonly bankFolder: string | null;
  /** True to serve the sandbox bank, which has a page and speaks the banks' files (demo only). */
  readonly demoBank: boolean;
  readonly alarms: { readonly mail: string | null; readonly webhookUrl: string | null };
  /** The journal's NATS server; null: the journal is in the database. */
  readonly nats: { readonly url: string; readonly replicas: number } | null;
  /** Commands between snapshots; 0: no snapshots. */
  readonly snapshotCommands: number;
  /** Interval at which the tables are compared with the engine, in seconds; 0: never. */
  readonly booksCheckSeconds: number;
  /** A command of the journal that runs longer than this many seconds ends the process; 0: no limit. */
  readonly commandSeconds: number;
  /** Gateway processes on this machine; `auto`: as many as its cores, memory and database carry. */
  readonly gateways: number | 'auto';
  /** This process's share of the work that all processes on one database do together. */
  readonly roles: readonly Role[];
  readonly logLevel: LogLevel;
}

const allRoles = ['gateway', 'projector', 'custody'] as const;
/** `gateway` serves customers. `projector` competes for writing the tables, and `custody` for following chains: one process at a time does each. */
export type Role = (typeof allRoles)[number];

const identityGates = ['trade', 'withdraw', 'deposit'] as const;
/** An act that can require a verified identity. */
export type IdentityGate = (typeof identityGates)[number];

const network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'may list addresses and networks like 10.0.0.0/8',
);

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const appOrigin = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'may list origins like https://app.example')
  .transform((text) => new URL(text).origin);

const pushService = z
  .string()
  .regex(
    /^((\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+|https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)$/,
    'may list hosts like push.example and *.push.example',
  );

const secret = z.string().min(32, 'must have at least 32 characters').nullable().default(null);

const dayMs = 86_400_000;
/** Short enough to try a withdrawal out, long enough to see the wait. */
const demoWaitMs = 20_000;

const standardPort = 8080;
export const standardConsolePort = standardPort + 1;
const environment = z.object({
  MODE: z.enum(['demo', 'production'], 'must be demo or production').default('demo'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, standardPort),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress,
  STANDBY_URL: standbyAddress,
  SMTP_URL: address(/^smtps?$/, 'smtp://user:password@host:587'),
  PUBLIC_URL: address(/^https?$/, 'https://fft.example'),
  APP_ORIGINS: list.pipe(z.array(appOrigin)).default([]),
  WEB_DIR: z.string().nullable().default(null),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/, 'must be like FFT <no-reply@example.com>')
    .default('FFT <no-reply@fft.example>'),
  BRAND_NAME: z
    .string()
    .regex(/^[^<>&"'{}\r\n]{1,30}$/, 'must be a name of 1 to 30 characters')
    .default('FFT'),
  SMS_URL: address(/^https?$/, 'https://user:password@sms.example/send'),
  VAPID_PRIVATE_KEY: z
    .string()
    .refine(isVapidKey, 'must be a private VAPID key: 32 bytes in base64url (npx web-push generate-vapid-keys)')
    .nullable()
    .default(null),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be like mailto:push@fft.example or https://fft.example')
    .nullable()
    .default(null),
  PUSH_SERVICES: list.pipe(z.array(pushService)).default([...knownPushServices]),
  UPLOADS_URL: z
    .string()
    .refine(namesBucket, 'must be a URL like https://key:secret@s3.eu-west-1.example/bucket?region=eu-west-1')
    .nullable()
    .default(null),
  ORDERS_PER_10S: wholeNumber(1, 1_000_000, 50),
  REJECTIONS_PER_10S: wholeNumber(0, 1_000_000, 20),
  DRAIN_SECONDS: wholeNumber(0, 60, 0),
  MAKER: z.enum(['on', 'off'], 'must be on or off').nullable().default(null),
  REQUESTS_PER_10S: wholeNumber(0, 10_000_000, 2000),
  ...connectionEnvironment,
  CODES_PER_HOUR: wholeNumber(0, 1_000_000, 60),
  STREAM_BEAT_MS: wholeNumber(5, 1000, 50),
  TRUSTED_PROXIES: list.pipe(z.array(network)).default([]),
  IDENTITY_REQUIRED_FOR: list
    .pipe(z.array(z.enum(identityGates, `may list ${identityGates.join(', ')}`)))
    .nullable()
    .default(null),
  WITHDRAWAL_WAIT_SECONDS: wholeNumber(0, 2_592_000, 0).nullable().default(null),
  CODE_SECRET: secret,
  PASSWORD_PEPPER: secret,
  WITHDRAWAL_MAC_KEY: secret,
  NATS_URL: z
    .string()
    .regex(/^(nats|tls):\/\/[^\s,]+(,(nats|tls):\/\/[^\s,]+)*$/, 'must be a URL like nats://user:password@host:4222')
    .nullable()
    .default(null),
  NATS_REPLICAS: wholeNumber(1, 5, 1),
  SNAPSHOT_COMMANDS: wholeNumber(0, 100_000_000, 200_000),
  ...historyEnvironment,
  BOOKS_CHECK_SECONDS: wholeNumber(0, 86_400, 60),
  COMMAND_SECONDS: wholeNumber(0, 86_400, 60),
  ...chainEnvironment,
  CONSOLE_HOST: z.string().default('127.0.0.1'),
  CONSOLE_PORT: wholeNumber(0, 65_535, 0).nullable().default(null),
  CONSOLE_URL: address(/^https?$/, 'https://console.fft.example'),
  CONSOLE_ALLOWED_ADDRESSES: list.pipe(z.array(network)).default([]),
  DEMO_OPERATORS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  ...operatorEnvironment,
  WITHDRAWAL_DAY_USDT: wholeNumber(0, 999_999_999, 2_000),
  WITHDRAWAL_DAY_USDT_VERIFIED: wholeNumber(0, 999_999_999, 100_000),
  REVIEW_FROM_USDT: wholeNumber(0, 999_999_999, 10_000),
  RISK_REVIEW_FROM_USDT: wholeNumber(0, 999_999_999, 500),
  BANK_FOLDER: z.string().min(1).nullable().default(null),
  DEMO_BANK: z.enum(['on', 'off'], 'must be on or off').nullable().default(null),
  CONTROL_PRICE_TRADES: wholeNumber(1, 5_000, 100),
  CONTROL_PRICE_CUSTOMERS: wholeNumber(2, 1_000, 10).nullable().default(null),
  CONTROL_PRICE_TURNOVER_USDT: wholeNumber(0, 999_999_999, 10_000),
  ALARM_MAIL: z.email('must be an e-mail address').nullable().default(null),
  ALARM_WEBHOOK_URL: address(/^https?$/, 'https://alarms.example/fft'),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: wholeNumber(0, 65_535, 0).nullable().default(null),
  ...tracingEnvironment,
  ROLES: list.pipe(z.array(z.enum(allRoles, `may list ${allRoles.join(', ')}`))).default([...allRoles]),
  GATEWAYS: z
    .string()
    .regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, 'must be auto, or a whole number from 1 to 64')
    .transform((text) => (text === 'auto' ? text : Number(text)))
    .default('auto'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

/** Reports all problems of the settings together. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

type Environment = z.output<typeof environment>;

/** Reads the settings; an empty variable counts as absent, and `NAME_FILE` names a file that holds the value of `NAME`. Throws one {@link SettingsError} with all problems. */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const own = ownEvmChains(readGiven(['EVM_NETWORKS'], variables).given);
  const names = [...settingNames, ...formerEvmNames, ...ownEvmSettingNames(own)];
  const { given, problems } = readGiven(names, variables);
  problems.push(...unknownSettings(names, variables), ...adoptFormerNames(given));
  const reality = given['MODE'] === undefined ? realUseSetting(given) : null;
  given['MODE'] ??= reality === null ? 'demo' : 'production';
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map((issue) => `${issue.path[0]?.toString()} ${issue.message}`));
  }
  const described = readOwnEvm(own, given);
  problems.push(...described.problems);
  if (given['MODE'] === 'production') problems.push(...productionProblems(given));
  problems.push(...signerProblems(given), ...nodeProblems(given));
  if (problems.length > 0 && reality !== null) problems.unshift(assumedProduction(reality));
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);
  return settingsOf(parsed.data, described.networks);
}

/** The demo is at localhost, unless its port is chosen by the system. */
function publicUrlOf({ PUBLIC_URL, MODE, PORT }: Environment): string | null {
  if (PUBLIC_URL !== null) return new URL(PUBLIC_URL).origin;
  return MODE === 'demo' && PORT !== 0 ? `http://localhost:${PORT}` : null;
}

/** The demo has a console by default only on its standard port, so that several demos can run side by side. */
function consoleOf({ CONSOLE_HOST, CONSOLE_PORT, CONSOLE_URL, ...data }: Environment): Settings['console'] {
  const port = CONSOLE_PORT ?? (data.MODE === 'demo' && data.PORT === standardPort ? standardConsolePort : null);
  const url = CONSOLE_URL === null ? null : new URL(CONSOLE_URL).origin;
  return port === null ? null : { host: CONSOLE_HOST, port, url, allowedAddresses: data.CONSOLE_ALLOWED_ADDRESSES };
}

/** The address in a sender like `FFT <no-reply@fft.example>`. */
function addressIn(sender: string): string {
  return /[^<>\s]+@[^<>\s]+/.exec(sender)?.[0] ?? sender;
}

/** The demo's customers try a withdrawal within minutes. */
function withdrawalWaitOf({ WITHDRAWAL_WAIT_SECONDS, MODE }: Environment): number {
  if (WITHDRAWAL_WAIT_SECONDS !== null) return WITHDRAWAL_WAIT_SECONDS * 1000;
  return MODE === 'demo' ? demoWaitMs : dayMs;
}

function hasDemoBank({ MODE, DEMO_BANK }: Environment): boolean {
  return MODE === 'demo' && DEMO_BANK !== 'off';
}

function withdrawalLimitsOf(data: Environment, identityRequiredFor: readonly IdentityGate[]): WithdrawalLimits {
  return {
    dayUsdt: identityRequiredFor.includes('withdraw') ? 0 : data.WITHDRAWAL_DAY_USDT,
    dayUsdtVerified: data.WITHDRAWAL_DAY_USDT_VERIFIED,
    reviewFromUsdt: data.REVIEW_FROM_USDT,
    riskReviewFromUsdt: data.RISK_REVIEW_FROM_USDT,
  };
}

function banksOf(data: Environment): Pick<Settings, 'bankFolder' | 'demoBank'> {
  const demoBank = hasDemoBank(data);
  return { demoBank, bankFolder: data.BANK_FOLDER ?? (demoBank ? join(data.DATA_DIR, 'bank') : null) };
}

function settingsOf(data: Environment, ownEvm: readonly OwnEvmSetting[]): Settings {
  const identityRequiredFor =
    data.IDENTITY_REQUIRED_FOR ?? (data.MODE === 'production' ? ['trade', 'withdraw'] : ['withdraw']);
  return {
    mode: data.MODE,
    host: data.HOST,
    port: data.PORT,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    standbyUrl: data.STANDBY_URL,
    smtpUrl: data.SMTP_URL,
    publicUrl: publicUrlOf(data),
    appOrigins: data.APP_ORIGINS,
    webDir: data.WEB_DIR,
    mailFrom: data.MAIL_FROM,
    brandName: data.BRAND_NAME,
    smsUrl: data.SMS_URL,
    vapidPrivateKey: data.VAPID_PRIVATE_KEY,
    vapidSubject: data.VAPID_SUBJECT ?? `mailto:${addressIn(data.MAIL_FROM)}`,
    pushServices: data.PUSH_SERVICES,
    uploadsUrl: data.UPLOADS_URL,
    ordersPer10s: data.ORDERS_PER_10S,
    rejectionsPer10s: data.REJECTIONS_PER_10S,
    drainMs: data.DRAIN_SECONDS * 1000,
    maker: data.MODE === 'demo' && data.MAKER !== 'off',
    requestsPer10s: data.REQUESTS_PER_10S,
    ...connectionSettingsOf(data),
    codesPerHour: data.CODES_PER_HOUR,
    streamBeatMs: data.STREAM_BEAT_MS,
    trustedProxies: data.TRUSTED_PROXIES,
    identityRequiredFor,
    withdrawalWaitMs: withdrawalWaitOf(data),
    codeSecret: data.CODE_SECRET,
    passwordPepper: data.PASSWORD_PEPPER,
    withdrawalMacKey: data.WITHDRAWAL_MAC_KEY,
    ...chainsOf(data, ownEvm),
    console: consoleOf(data),
    demoOperators: data.MODE === 'demo' && data.DEMO_OPERATORS === 'on',
    ...operatorSettingsOf(data),
    withdrawalLimits: withdrawalLimitsOf(data, identityRequiredFor),
    controlPrices: controlPricesOf(data),
    ...banksOf(data),
    alarms: { mail: data.ALARM_MAIL, webhookUrl: data.ALARM_WEBHOOK_URL },
    metrics: data.METRICS_PORT === null ? null : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    tracing: tracingOf(data),
    nats: data.NATS_URL === null ? null : { url: data.NATS_URL, replicas: data.NATS_REPLICAS },
    snapshotCommands: data.SNAPSHOT_COMMANDS,
    booksCheckSeconds: data.BOOKS_CHECK_SECONDS,
    commandSeconds: data.COMMAND_SECONDS,
    ...historySettingsOf(data),
    gateways: data.GATEWAYS,
    roles: data.ROLES,
    logLevel: data.LOG_LEVEL,
  };
}
