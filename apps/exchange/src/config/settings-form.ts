import { maxFeePpm as hardMaxFeePpm } from '@fft/engine';
import * as z from 'zod';
import { logLevels } from '../platform/log.ts';
import { isVapidKey } from '../platform/push/push-sender.ts';
import { knownPushServices } from '../platform/push/push-services.ts';
import { samplerNames } from '../platform/tracing/tracing.ts';
import {
  address,
  databaseAddress,
  json,
  list,
  namesBucket,
  networkList,
  onOff,
  origin,
  pairs,
  port,
  program,
  ratio,
  spanOrNull,
  standbyAddress,
  weight,
  wholeNumber,
  wholeUsdt,
} from './value-forms.ts';

const roles = ['gateway', 'projector', 'custody'] as const;

const identityGates = ['trade', 'withdraw', 'deposit'] as const;
/** An act that can require a verified identity. */
export type IdentityGate = (typeof identityGates)[number];

const secret = z.string().min(32, 'must have at least 32 characters').nullable().default(null);
const amounts = z.record(
  z.string(),
  z.string().regex(/^\d{1,12}(\.\d{1,8})?$/, 'must list amounts like {"USDT":"50"}'),
);

export const standardPort = 8080;

/** Settings as the code has them: `requestsPer10s` is `REQUESTS_PER_10S` in the environment. `.env.example` describes each. */
export const plainForm = z.object({
  mode: z.enum(['demo', 'production'], 'must be demo or production').default('demo'),
  host: z.string().default('127.0.0.1'),
  port: port.default(standardPort),
  /** The folder of persistent data that is not in `databaseUrl`. */
  dataDir: z.string().default('./data'),
  /** null: the embedded PostgreSQL. */
  databaseUrl: databaseAddress,
  /** Standbys of that database, for reading; null: none. */
  standbyUrl: standbyAddress,
  /** null: the mailbox that the server starts itself (demo only). */
  smtpUrl: address(/^smtps?$/, 'smtp://user:password@host:587'),
  mailFrom: z
    .string()
    .regex(/^[^<>\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/, 'must be like FFT <no-reply@example.com>')
    .default('FFT <no-reply@fft.example>'),
  /** The product's name in mails and SMS. */
  brandName: z
    .string()
    .regex(/^[^<>&"'{}\r\n]{1,30}$/, 'must be a name of 1 to 30 characters')
    .default('FFT'),
  /** Origins of web apps that other servers serve and that call this API: builds with a `host`. */
  appOrigins: list
    .pipe(
      z.array(
        z
          .string()
          .refine(
            (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
            'may list origins like https://app.example',
          )
          .transform((text) => new URL(text).origin),
      ),
    )
    .readonly()
    .default([]),
  /** A folder with another build of the web app; null: the bundled one. */
  webDir: z.string().nullable().default(null),
  /** null: the demo shows SMS in its mailbox; in production no phone can be bound. */
  smsUrl: address(/^https?$/, 'https://user:password@sms.example/send'),
  /** The key that identifies this server to browsers' push services; null: the demo generates one, and production sends no pushes. */
  vapidPrivateKey: z
    .string()
    .refine(isVapidKey, 'must be a private VAPID key: 32 bytes in base64url (npx web-push generate-vapid-keys)')
    .nullable()
    .default(null),
  /** Hosts of the push services that pushes may be sent to. */
  pushServices: list
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^((\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+|https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)$/,
            'may list hosts like push.example and *.push.example',
          ),
      ),
    )
    .readonly()
    .default([...knownPushServices]),
  /** A bucket for customers' pictures; null: a folder of `dataDir`. */
  uploadsUrl: z
    .string()
    .refine(namesBucket, 'must be a URL like https://key:secret@s3.eu-west-1.example/bucket?region=eu-west-1')
    .nullable()
    .default(null),
  ordersPer10s: wholeNumber(1, 1_000_000).default(50),
  /** Refused commands of one customer that the journal takes; 0 disables the limit. */
  rejectionsPer10s: wholeNumber(0, 1_000_000).default(20),
  /** Per address; 0 disables the limit. */
  requestsPer10s: wholeNumber(0, 10_000_000).default(2000),
  /** Sockets per address before sign-in; 0 disables the limit. */
  socketsPerAddress: wholeNumber(0, 1_000_000).default(200),
  /** Sockets per customer; 0 disables the limit. */
  socketsPerCustomer: wholeNumber(0, 1_000_000).default(50),
  /** Connections per address; 0 disables the limit. */
  connectionsPerAddress: wholeNumber(0, 1_000_000).default(400),
  /** Weight per customer in ten seconds, as weighed by the contract; three times that per address. 0 disables both limits. */
  weightPer10s: weight.default(2000),
  /** Weight per API key in ten seconds, within its customer's; 0: its customer's alone. */
  keyWeightPer10s: weight.default(1500),
  /** Codes that one address may request before sign-in; 0 disables the limit. */
  codesPerHour: wholeNumber(0, 1_000_000).default(60),
  /** Interval of pushes of a public stream. */
  streamBeatMs: wholeNumber(5, 1000).default(50),
  /** Reverse proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: networkList,
  /** null: generated at the first start and kept in `dataDir` (demo only). */
  codeSecret: secret,
  passwordPepper: secret,
  withdrawalMacKey: secret,
  /** Seconds between two blocks of the demo's chains. */
  demoBlockSeconds: wholeNumber(1, 60).default(2),
  /** The Unix socket of the signer; null: no chain is followed, except the demo's. */
  signerSocket: z.string().nullable().default(null),
  /** Deposits worth this much, in whole USDT, wait until the chain's second node confirms them. */
  secondNodeFromUsdt: wholeUsdt.default(1_000),
  /** Withdrawals worth this much need two operators' approval. */
  fourEyesFromUsdt: wholeUsdt.default(50_000),
  /** The highest fee rate of any market, tier or customer, however many agree. */
  maxFeePpm: wholeNumber(1, hardMaxFeePpm).default(10_000),
  /** Accounts of the exchange itself, such as market makers, besides the treasury's. */
  houseAccounts: z
    .string()
    .regex(/^\d{4,15}(\s*,\s*\d{4,15})*$/, 'must be customer numbers, separated by commas')
    .pipe(list)
    .transform((numbers) => numbers.map(Number))
    .readonly()
    .default([]),
  /** The exchange's other hosts, to which its texts may link. */
  ownHosts: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9.-]+(\s*,\s*[a-z0-9.-]+)*$/, 'must be hosts like help.fft.example, separated by commas')
    .pipe(list)
    .readonly()
    .default([]),
  logLevel: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  /** Commands between snapshots; 0: no snapshots. */
  snapshotCommands: wholeNumber(0, 100_000_000).default(200_000),
  /** Minimum retention of a journal entry; null: for ever. */
  journalDays: spanOrNull(36_500, 0),
  /** Days after which an order that was cancelled without a fill is deleted; null: never. */
  unfilledOrderDays: spanOrNull(36_500, 30),
  /** Time that a partition of fills and postings covers. */
  partitionPeriod: z.enum(['day', 'week', 'month'], 'must be day, week or month').default('month'),
  /** Where older history goes: a bucket, or a folder (`file:`); null: it stays in the tables. */
  archiveUrl: z
    .string()
    .refine(
      (text) => namesBucket(text) || /^file:\/\/\/./.test(text),
      'must be a URL like https://key:secret@s3.eu-west-1.example/bucket?region=eu-west-1 or file:///srv/fft/archive',
    )
    .nullable()
    .default(null),
  /** Months that the tables keep at least; null: nothing more is archived. */
  archiveAfterMonths: spanOrNull(1_200, 3),
  /** Interval at which the tables are compared with the engine, in seconds; 0: never. */
  booksCheckSeconds: wholeNumber(0, 86_400).default(60),
  /** A command of the journal that runs longer than this many seconds ends the process; 0: no limit. */
  commandSeconds: wholeNumber(0, 86_400).default(60),
  /** This process's share of the work that all processes on one database do together: `gateway` serves customers; `projector` competes for writing the tables, and `custody` for following chains: one process at a time does each. */
  roles: list
    .pipe(z.array(z.enum(roles, `may list ${roles.join(', ')}`)))
    .readonly()
    .default([...roles]),
  /** Gateway processes on this machine; `auto`: as many as its cores, memory and database carry. */
  gateways: z
    .string()
    .regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, 'must be auto, or a whole number from 1 to 64')
    .transform((text) => (text === 'auto' ? text : Number(text)))
    .default('auto'),
});
export type Plain = z.output<typeof plainForm>;

/** Settings from which others are derived. */
export const partsForm = z.object({
  publicUrl: origin('https://fft.example'),
  /** Connections in total; fewer if the process may not open as many files. */
  connectionsMax: wholeNumber(10, 1_000_000).default(20_000),
  drainSeconds: wholeNumber(0, 60).default(0),
  identityRequiredFor: list
    .pipe(z.array(z.enum(identityGates, `may list ${identityGates.join(', ')}`)))
    .readonly()
    .nullable()
    .default(null),
  withdrawalWaitSeconds: wholeNumber(0, 2_592_000).nullable().default(null),
  bankFolder: z.string().min(1).nullable().default(null),
  maker: onOff.default(true),
  demoOperators: onOff.default(true),
  demoBank: onOff.default(true),
  demoChain: onOff.default(true),
  litecoindPath: program,
  bitcoindPath: program,
  networks: z.string().default('{}'),
  oneNode: z.enum(['believed', 'refused'], 'must be believed or refused').default('refused'),
  withdrawalBatchSeconds: wholeNumber(0, 600).default(10),
  sweepCostMultiple: wholeNumber(1, 1_000).default(5),
  sweepLeast: json.pipe(amounts).default({ USDT: '50' }),
  consolePort: port.nullable().default(null),
  consoleHost: z.string().default('127.0.0.1'),
  consoleUrl: origin('https://console.fft.example'),
  consoleAllowedAddresses: networkList,
  withdrawalDayUsdt: wholeUsdt.default(2_000),
  withdrawalDayUsdtVerified: wholeUsdt.default(100_000),
  reviewFromUsdt: wholeUsdt.default(10_000),
  riskReviewFromUsdt: wholeUsdt.default(500),
  approverDayUsdt: wholeNumber(10, 999_999_999).nullable().default(null),
  operatorStopsPerHour: wholeNumber(1, 100_000).default(30),
  operatorMessagesPerHour: wholeNumber(0, 1_000_000).default(100),
  controlPriceTrades: wholeNumber(1, 5_000).default(100),
  controlPriceCustomers: wholeNumber(2, 1_000).nullable().default(null),
  controlPriceTurnoverUsdt: wholeUsdt.default(10_000),
  alarmMail: z.email('must be an e-mail address').nullable().default(null),
  alarmWebhookUrl: address(/^https?$/, 'https://alarms.example/fft'),
  metricsPort: port.nullable().default(null),
  metricsHost: z.string().default('127.0.0.1'),
  otelExporterOtlpEndpoint: address(/^https?$/, 'http://localhost:4318'),
  otelExporterOtlpHeaders: pairs,
  otelServiceName: z.string().default('fft'),
  otelTracesSampler: z.enum(samplerNames, `must be one of ${samplerNames.join(', ')}`).default('parentbased_always_on'),
  otelTracesSamplerArg: ratio.default(1),
});
export type Parts = z.output<typeof partsForm>;
