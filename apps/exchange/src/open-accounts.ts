import { join } from 'node:path';
import type { Logger } from 'pino';
import { keepMailing } from './content/keep-mailing.ts';
import { newDevice, passkeyUsed, welcome } from './content/account-messages.ts';
import type { Inbox } from './content/inbox.ts';
import { createFieldCipher } from './platform/crypto/field-cipher.ts';
import type { Api } from './transport/http/route.ts';
import { bindIdentityCalls } from './identity/identity.ts';
import { createIdentities } from './identity/identities.ts';
import { startMailbox, type Mailbox } from './platform/mail/mailbox.ts';
import { createMailer, type Mailer } from './platform/mail/mailer.ts';
import { createDemoSms, createHttpSms, type Sms } from './platform/mail/sms.ts';
import type { AccountLimits } from './accounts/limits/account-limits.ts';
import type { EntryEvents } from './accounts/sign-in/entry-events.ts';
import { createPassport, type Passport } from './accounts/accounts.ts';
import type { Secrets } from './config/secrets.ts';
import type { Settings } from './config/settings.ts';
import type { Storage } from './ledger/storage.ts';
import { isThisMachine } from './config/is-this-machine.ts';
import { createBucket } from './platform/object-storage/bucket.ts';
import { createFolder, type Files } from './platform/object-storage/files.ts';
import { bindUploadCalls } from './pictures/upload.ts';
import { createUploads } from './pictures/uploads.ts';
import type { OnFrozen } from './accounts/locks/freeze.ts';
import { bindUserCalls } from './accounts/profile/bind-profile-calls.ts';

/** Everything about who customers are: their accounts, pictures and papers, and the mails to them. */
export interface Accounts {
  readonly passport: Passport;
  readonly mailer: Mailer;
  /** A picture's bytes, whosever it is: for operators who may see it. */
  readonly readPicture: (id: string) => Promise<Buffer | null>;
  /** Only in the demo. */
  readonly mailbox: Mailbox | null;
  bindCalls(api: Api, onFrozen: OnFrozen): Promise<void>;
  /** Deletes what has expired. To be called now and then. */
  sweep(): Promise<void>;
}

export interface AccountsOptions {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly storage: Pick<Storage, 'pools' | 'bulletin'>;
  /** Where customers are told of what happens to their accounts. */
  readonly inbox: Inbox;
  readonly log: Logger;
  readonly now: () => number;
  /** The standard ones, unless told. */
  readonly limits?: AccountLimits;
  readonly closing: AsyncDisposableStack;
}

export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { settings, secrets, log, now, closing } = options;
  const { pools, bulletin } = options.storage;
  const { logIn: database } = pools;
  const { db, pool } = database;
  const { mailer, mailbox, sms } = await openMail(options);
  const files = openFiles(settings);
  const uploads = createUploads({ db, pool, files, now });
  const { passwordPepper } = secrets;
  const identities = createIdentities({ db, seal: createFieldCipher(passwordPepper), secret: passwordPepper, now });
  const passport = await createPassport({
    ...secrets,
    database,
    mailer,
    sms,
    log,
    now,
    ...(options.limits && { limits: options.limits }),
    identityOf: identities.state,
    origin: settings.publicUrl,
    codesPerHour: settings.codesPerHour,
    events: entryMessages(options),
    publishEnded: (sessions) => bulletin.publish({ kind: 'sessionsEnded', sessions }),
  });
  const mailing = keepMailing({ db, mailer, contactOf: passport.account.customers.contact, log, now });
  closing.defer(() => mailing.close());
  bulletin.onEvent((news) => {
    if (news.kind === 'inbox') mailing.wake();
    if (news.kind === 'sessionsEnded') passport.sessions.hear(news.sessions);
  });
  return {
    passport,
    mailer,
    readPicture: uploads.readAny,
    mailbox,
    bindCalls: async (api, onFrozen) => {
      passport.bindCalls(api);
      bindUserCalls(api, { account: passport.account, claimUploads: uploads.claim, onFrozen });
      bindIdentityCalls(api, { db, identities, uploads });
      await bindUploadCalls(api, uploads);
    },
    sweep: async () => {
      await passport.sweep();
      await uploads.sweep();
    },
  };
}

/** Welcomes newcomers, and warns owners of log-ins from new devices and by passkey. */
function entryMessages({ storage, inbox, now }: AccountsOptions): EntryEvents {
  const { db } = storage.pools.logIn;
  return {
    registered: (customer) => inbox.tell(db, customer, welcome),
    newDevice: async (customer, device) => {
      await inbox.tell(db, customer, newDevice({ ...device, time: now() }));
    },
    passkeyUsed: async (customer, device) => {
      await inbox.tell(db, customer, passkeyUsed({ ...device, time: now() }));
    },
  };
}

/** Where customers' pictures lie: outside of what is served. */
export function openFiles({ dataDir, uploadsUrl }: Pick<Settings, 'dataDir' | 'uploadsUrl'>): Files {
  return uploadsUrl === null ? createFolder(join(dataDir, 'uploads')) : createBucket(uploadsUrl);
}

interface Delivery {
  readonly mailer: Mailer;
  readonly mailbox: Mailbox | null;
  readonly sms: Sms | null;
}

async function openMail({ settings, closing }: AccountsOptions): Promise<Delivery> {
  const mailbox = settings.smtpUrl === null ? await startMailbox() : null;
  if (mailbox) closing.defer(() => mailbox.close());
  const smtpUrl = settings.smtpUrl ?? mailbox?.smtpUrl ?? '';
  // Codes and links travel in mails: in production they leave the machine under TLS, or not at all.
  const needsTls = settings.mode === 'production' && !isThisMachine(new URL(smtpUrl).hostname);
  const mailer = createMailer({ smtpUrl, from: settings.mailFrom, needsTls });
  closing.defer(() => mailer.close());
  const demoSms = settings.mode === 'demo' ? createDemoSms(mailer) : null;
  return { mailer, mailbox, sms: settings.smsUrl === null ? demoSms : createHttpSms(settings.smsUrl) };
}
