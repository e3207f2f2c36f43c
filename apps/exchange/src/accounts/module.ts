import type { Inbox } from '../content/index.ts';
import type { AnyHandle } from '../database/rooms.ts';
import { own } from './room.ts';
import type { Context, ContextOf } from '../context.ts';
import type { PausePlans } from '../orders/index.ts';
import type { Uploads } from '../pictures/index.ts';
import { createJob } from '../platform/jobs.ts';
import type { AnyMailbox } from '../platform/mail/mailbox.ts';
import { createGates, type Gates } from '../transport/http/gates.ts';
import type { Api } from '../transport/http/route.ts';
import type { Account } from './account.ts';
import { createAccountsService, type AccountsService } from './accounts.ts';
import { createCustomerService, type CustomerServiceOptions } from './customer-service.ts';
import type { IdentityOf } from './customers.ts';
import type { AccountLimits } from './limits/account-limits.ts';
import { createWrongGuesses } from './limits/wrong-guesses.ts';
import { createLocks } from './locks/account-lock.ts';
import type { OnFrozen } from './locks/freeze.ts';
import { createStops, type StopParts } from './locks/stop-locked.ts';
import { createApiKeys } from './keys/api-keys.ts';
import { apiKeyCreated, factorReset, newDevice, passkeyUsed, welcome } from './mails/account-messages.ts';
import { openMail } from './mails/open-mail.ts';
import type { OnNotice } from './notices.ts';
import { createPhones, type Phones } from './phones.ts';
import { bindUserCalls } from './profile/bind-profile-calls.ts';
import { createDeviceKeys, forgetDevices } from './sign-in/device-keys.ts';
import type { LogInEvents } from './sign-in/log-in-events.ts';
import { openTreasury } from './treasury-account.ts';

export interface AccountsNeeds {
  readonly inbox: Inbox;
  readonly identityOf: IdentityOf;
  readonly uploads: Pick<Uploads, 'claim'>;
  readonly pausePlans: PausePlans;
  /** The demo's mailbox, if another process runs it. */
  readonly mailbox?: AnyMailbox | undefined;
  /** The standard ones by default. */
  readonly limits?: AccountLimits | undefined;
}

const deleteEveryMs = 10 * 60_000;

/** Settings of accounts. */
function settingsOf(settings: Context['settings']) {
  const { publicUrl, brandName, codesPerHour, identityRequiredFor, withdrawalWaitMs } = settings;
  return {
    brand: brandName,
    origin: publicUrl,
    codesPerHour,
    rules: { identityRequiredFor: [...identityRequiredFor], withdrawalWaitSeconds: withdrawalWaitMs / 1000 },
  };
}

/** Customers' accounts: registration, log-in, sessions, factors and profiles. */
export async function createAccounts(context: ContextOf<'accounts'>, needs: AccountsNeeds) {
  const { settings, secrets, log, now } = context;
  const { eventBus, pools } = context.storage;
  const phones = createPhones(secrets.passwordPepper);
  const { inbox, identityOf } = needs;
  const { mailer, mailbox, sms } = await openMail(context, needs.mailbox ?? null);
  const accounts = await createAccountsService({
    codeSecret: secrets.codeSecret,
    passwordPepper: secrets.passwordPepper,
    database: pools.logIn,
    mailer,
    sms,
    log,
    now,
    ...(needs.limits && { limits: needs.limits }),
    identityOf,
    pausePlans: needs.pausePlans,
    ...settingsOf(settings),
    ...messagesTo(context, inbox),
    publishEnded: (sessions) => eventBus.publish({ kind: 'sessionsEnded', sessions }),
  });
  const apiKeys = openApiKeys(context, accounts, needs.inbox);
  let stopFrozen: OnFrozen | null = null;
  const { account } = accounts;
  return {
    service: {
      account,
      sessions: accounts.sessions,
      apiKeys,
      ensureCustomer: accounts.ensureCustomer,
      contactOf: account.customers.contact,
      mailer,
      sms,
      /** In the demo alone. */
      mailbox,
      gates: openGates(context, accounts),
      /** For operators. */
      customers: openCustomerService(context, { account, phones, inbox }),
      ...openForOperators(context, account),
      /** The guards that operators' log-ins share with customers'. */
      guards: { createDeviceKeys, createWrongGuesses, forgetDevices },
      /** Sets what stops the orders and withdrawals of a customer who has locked their account. */
      onFrozen: (stop: OnFrozen): void => {
        stopFrozen = stop;
      },
    },
    routes: (api: Api) => {
      accounts.bindCalls(api);
      apiKeys.bindCalls(api);
      bindUserCalls(api, {
        account,
        claimUploads: needs.uploads.claim,
        onFrozen: async (customer) => stopFrozen?.(customer),
      });
    },
    jobs: [createJob({ name: 'accounts.deleteExpired', everyMs: deleteEveryMs, run: () => accounts.sweep() })],
  };
}

/** What operators do to accounts: locks, what follows from them, and the account of the exchange's own money. */
function openForOperators({ storage, settings, log, now }: ContextOf<'accounts'>, { sessions }: Account) {
  const { db } = storage.pools.operators;
  const { stopsPerHour } = settings;
  return {
    openLocks: (houseAccounts: readonly number[]) =>
      createLocks({ db, hear: sessions.hear, houseAccounts, stopsPerHour }),
    openStops: (parts: StopParts) => createStops({ ...parts, db: own(parts.db), log, now }),
    openTreasury: (on: AnyHandle) => openTreasury(own(on), now),
  };
}

interface CustomerServiceNeeds {
  readonly account: Account;
  readonly phones: Phones;
  readonly inbox: Inbox;
}

function openCustomerService(
  { storage, settings, now }: ContextOf<'accounts'>,
  { account, phones, inbox }: CustomerServiceNeeds,
) {
  const { sessions, secondFactor, holds, pausePlans } = account;
  const { db } = storage.pools.operators;
  return createCustomerService({
    db,
    sessions,
    phones,
    secondFactor,
    holds,
    stopsPerHour: settings.stopsPerHour,
    pausePlans,
    onReset: notifyReset(inbox, settings),
    now,
  });
}

/** Notifies the owner of a factor that operators removed. */
function notifyReset(inbox: Inbox, { withdrawalWaitMs }: Context['settings']): CustomerServiceOptions['onReset'] {
  return (transaction, customer, factor) => inbox.send(transaction, customer, factorReset(factor, withdrawalWaitMs));
}

/** API keys. A session or key that ends in another process ends here. */
function openApiKeys(context: ContextOf<'accounts'>, { account, sessions }: AccountsService, inbox: Inbox) {
  const { storage, settings, secrets, log, now } = context;
  const apiKeys = createApiKeys({
    stopsPerHour: settings.stopsPerHour,
    account,
    db: storage.pools.logIn.db,
    secret: secrets.passwordPepper,
    onCreated: (transaction, customer, key) => inbox.send(transaction, customer, apiKeyCreated(key)),
    log,
    now,
  });
  storage.eventBus.onEvent((event) => event.kind === 'sessionsEnded' && sessions.hear(event.sessions));
  sessions.onEnd(apiKeys.verifier.forget);
  storage.eventBus.onMissed(apiKeys.verifier.forgetAll);
  return apiKeys;
}

/** Acts that need a bound address or a verified identity; who has passed is forgotten when an identity is revoked. */
function openGates({ settings, storage }: ContextOf<'accounts'>, { readUser }: AccountsService): Gates {
  const gates = createGates({ identityRequiredFor: settings.identityRequiredFor, readUser });
  storage.eventBus.onEvent((event) => event.kind === 'identityRevoked' && gates.forget(event.customer));
  storage.eventBus.onMissed(() => gates.forget());
  return gates;
}

/** Inbox messages of the module. */
function messagesTo(context: ContextOf<'accounts'>, inbox: Inbox) {
  const onNotice: OnNotice = (executor, customer, message) => inbox.send(executor, customer, message);
  return { events: entryMessages(context, inbox), onNotice };
}

/** Welcomes newcomers, and warns owners of log-ins from new devices and by passkey. */
function entryMessages({ settings, storage, now }: ContextOf<'accounts'>, inbox: Inbox): LogInEvents {
  const { db } = storage.pools.logIn;
  return {
    registered: (customer) => inbox.send(db, customer, welcome(settings.brandName)),
    newDevice: async (customer, device) => {
      await inbox.send(db, customer, newDevice({ ...device, time: now() }));
    },
    passkeyUsed: async (customer, device) => {
      const { device: key } = device;
      await inbox.send(db, customer, { ...passkeyUsed({ ...device, time: now() }), actor: { device: key } });
    },
  };
}
