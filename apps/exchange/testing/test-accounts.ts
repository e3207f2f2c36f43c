import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallOutput, calls } from '@fft/contract';
import { createFieldCipher, type FieldCipher } from '../src/platform/crypto/field-cipher.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createTestApi, type TestAnswer, type TestApi } from './test-api.ts';
import { createMailer, type Mailer } from '../src/platform/mail/mailer.ts';
import { startMailbox, type Mailbox } from '../src/platform/mail/mailbox.ts';
import { createDemoSms } from '../src/platform/mail/sms.ts';
import type { LogInEvents } from '../src/accounts/sign-in/log-in-events.ts';
import { standardLimits, type AccountLimits } from '../src/accounts/limits/account-limits.ts';
import { createAccountsService, type AccountsService } from '../src/accounts/accounts.ts';
import { createInbox } from '../src/content/inbox.ts';
import { createOutboxSender } from '../src/content/outbox-job.ts';
import { createOwnerMails } from '../src/content/owner-mails.ts';
import { bindIdentityCalls } from '../src/identity/identity.ts';
import { createIdentities } from '../src/identity/identities.ts';
import { createFolder } from '../src/platform/object-storage/files.ts';
import { bindUploadCalls } from '../src/pictures/upload.ts';
import { createUploads, type Uploads } from '../src/pictures/uploads.ts';
import { bindUserCalls } from '../src/accounts/profile/bind-profile-calls.ts';
import { newestCode } from './newest-code.ts';

const nothing = (): Promise<void> => Promise.resolve();

export type Entered = CallOutput<typeof calls.auth.login>;

/** The calls of accounts, identity and pictures over a real database, a real mail server and real HTTP, with a movable clock. */
export interface TestAccounts {
  readonly http: TestApi;
  readonly database: TestDatabase;
  readonly mailbox: Mailbox;
  readonly accounts: AccountsService;
  readonly uploads: Uploads;
  /** Folder of the pictures. */
  readonly folder: string;
  readonly seal: FieldCipher;
  readonly clock: { time: number };
  /** Mails the warnings that are queued, as a job does in the exchange. */
  sendWarnings(): Promise<void>;
  /** Requests a code and reads it from the mailbox. */
  codeFor(email: string): Promise<string>;
  /** Registers with a code and {@link testPassword}. */
  register(email: string): Promise<Entered>;
  close(): Promise<void>;
}

export const testOrigin = 'https://fft.example';
export const pepper = 'pepper of the tests';
export const testPassword = 'a horse, a staple';

/** The default limits with cheap hashing and unlimited codes. No test lives until sockets are checked: an announcement closes them, or the test wakes the job. */
export const testLimits: AccountLimits = {
  ...standardLimits,
  session: { ...standardLimits.session, checkedEveryMs: 3_600_000 },
  code: {
    ...standardLimits.code,
    perMinute: 1000,
    perHour: 1000,
    perHourOfStrangers: 1000,
    perDayOfStrangers: 1000,
    perDayPerNetwork: 1000,
    perHourPerCustomer: 1000,
    guessesPerIp: 1000,
  },
  password: { ...standardLimits.password, memoryKib: 64, passes: 1, maxWaiting: 1000 },
};

export interface TestAccountsOptions {
  readonly limits?: AccountLimits;
  /** Unlimited by default. */
  readonly codesPerHour?: number;
  /** Proxies whose `x-forwarded-for` header is trusted; none by default. */
  readonly trustedProxies?: readonly string[];
  readonly events?: LogInEvents;
  /** The product's name; FFT by default. */
  readonly brand?: string;
  /** What sends mails; by default, one that hands them to the mailbox. It is closed with the rest. */
  readonly mailer?: Mailer;
  /** 1000 by default; null for the production limit. */
  readonly uploadsPerHour?: number | null;
}

export async function startTestAccounts(options: TestAccountsOptions = {}): Promise<TestAccounts> {
  const {
    limits = testLimits,
    codesPerHour = 0,
    uploadsPerHour = 1000,
    trustedProxies = [],
    brand = 'FFT',
    events,
  } = options;
  const database = await createTestDatabase();
  const mailbox = await startMailbox();
  const { mailer = createMailer({ smtpUrl: mailbox.smtpUrl, from: 'FFT <no-reply@fft.example>', brand }) } = options;
  const clock = { time: Date.now() };
  const now = (): number => clock.time;
  const folder = await mkdtemp(join(tmpdir(), 'fft-uploads-'));
  const { db, pool } = database;
  const seal = createFieldCipher(pepper);
  const uploads = createUploads({
    db,
    pool,
    files: createFolder(folder),
    now,
    ...(uploadsPerHour !== null && { perHour: uploadsPerHour }),
  });
  const identities = createIdentities({ db, seal, secret: pepper, now });
  const http = await createTestApi({
    sessions: {
      authenticate: (token) => accounts.sessions.authenticate(token),
      whyEnded: async (token) => (await accounts.sessions.whyEnded?.(token)) ?? null,
    },
    trustedProxies,
  });
  const accounts = await createAccountsService({
    database,
    mailer,
    sms: createDemoSms(mailer),
    log: http.api.log,
    codeSecret: 'code secret of the tests',
    passwordPepper: pepper,
    identityOf: identities.state,
    rules: { identityRequiredFor: [], withdrawalWaitSeconds: 86_400 },
    brand,
    origin: testOrigin,
    codesPerHour,
    limits,
    now,
    onNotice: createInbox(now).send,
    ...(events && { events }),
  });
  accounts.bindCalls(http.api);
  bindUserCalls(http.api, { account: accounts.account, claimUploads: uploads.claim, onFrozen: async () => undefined });
  bindIdentityCalls(http.api, { db, identities, uploads });
  await bindUploadCalls(http.api, uploads);
  await http.listen();

  const mail = createOwnerMails({ mailer, contactOf: accounts.account.customers.contact });
  const sendOutbox = createOutboxSender({ db, senders: { mail, sms: nothing }, log: http.api.log, now });

  async function codeFor(email: string): Promise<string> {
    await http.post('/api/passport/regemail.html', { fields: { email } });
    return newestCode(mailbox.mails(email));
  }

  return {
    http,
    database,
    mailbox,
    accounts,
    uploads,
    folder,
    seal,
    clock,
    sendWarnings: () => sendOutbox(new AbortController().signal),
    codeFor,
    register: async (email) =>
      enteredOf(await http.post('/api/passport/reg.html', { fields: formOf(email, await codeFor(email)) })),
    close: async () => {
      await http.close();
      mailer.close();
      await mailbox.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns the form of a registration. */
export function formOf(email: string, code: string): Record<string, string> {
  return { email, code, password: testPassword, passwordConfirm: testPassword };
}

export function enteredOf(answer: TestAnswer): Entered {
  if (answer.body.code !== 200) throw new Error(answer.text);
  return answer.body.data as Entered;
}
