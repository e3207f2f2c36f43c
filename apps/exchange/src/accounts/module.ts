import type { Inbox } from '../content/index.ts';
import type { Context } from '../ledger/context.ts';
import type { Uploads } from '../pictures/index.ts';
import { createJob } from '../platform/jobs.ts';
import { createGates, type Gates } from '../transport/http/gates.ts';
import type { Api } from '../transport/http/route.ts';
import { createAccountsService, type AccountsService } from './accounts.ts';
import { createCustomerService } from './customer-service.ts';
import type { IdentityOf } from './customers.ts';
import type { AccountLimits } from './limits/account-limits.ts';
import { createWrongGuesses } from './limits/wrong-guesses.ts';
import { lockAccount, unlockAccount, type LockAct } from './locks/account-lock.ts';
import type { OnFrozen } from './locks/freeze.ts';
import { factorReset, newDevice, passkeyUsed, welcome } from './mails/account-messages.ts';
import { openMail } from './mails/open-mail.ts';
import { bindUserCalls } from './profile/bind-profile-calls.ts';
import { createDeviceKeys } from './sign-in/device-keys.ts';
import type { LogInEvents } from './sign-in/log-in-events.ts';

export interface AccountsNeeds {
  readonly inbox: Inbox;
  readonly identityOf: IdentityOf;
  readonly uploads: Pick<Uploads, 'claim'>;
  /** The standard ones by default. */
  readonly limits?: AccountLimits | undefined;
}

const deleteEveryMs = 10 * 60_000;

/** Who customers are and how they come in: registration, log-in, sessions, factors and profiles. */
export async function createAccounts(context: Context, needs: AccountsNeeds) {
  const { settings, secrets, storage, log, now } = context;
  const { bulletin: events } = storage;
  const { mailer, mailbox, sms } = await openMail(context);
  const accounts = await createAccountsService({
    codeSecret: secrets.codeSecret,
    passwordPepper: secrets.passwordPepper,
    database: storage.pools.logIn,
    mailer,
    sms,
    log,
    now,
    ...(needs.limits && { limits: needs.limits }),
    identityOf: needs.identityOf,
    origin: settings.publicUrl,
    codesPerHour: settings.codesPerHour,
    events: entryMessages(context, needs.inbox),
    publishEnded: (sessions) => events.publish({ kind: 'sessionsEnded', sessions }),
  });
  events.onEvent((event) => {
    if (event.kind === 'sessionsEnded') accounts.sessions.hear(event.sessions);
  });
  let stopFrozen: OnFrozen | null = null;
  const { account } = accounts;
  const { db } = storage.pools.operators;
  return {
    service: {
      account,
      sessions: accounts.sessions,
      ensureCustomer: accounts.ensureCustomer,
      contactOf: account.customers.contact,
      mailer,
      /** In the demo alone. */
      mailbox,
      gates: openGates(context, accounts),
      /** For operators. */
      customers: createCustomerService({
        db,
        secondFactor: account.secondFactor,
        holds: account.holds,
        onReset: (transaction, customer, factor) => needs.inbox.tell(transaction, customer, factorReset(factor)),
        now,
      }),
      lock: (act: LockAct) => lockAccount(db, act),
      unlock: (act: LockAct) => unlockAccount(db, act),
      /** The guards that operators' log-ins share with customers'. */
      guards: { createDeviceKeys, createWrongGuesses },
      /** Sets what stops the orders and withdrawals of a customer who has locked their account. */
      onFrozen: (stop: OnFrozen): void => {
        stopFrozen = stop;
      },
    },
    routes: (api: Api) => {
      accounts.bindCalls(api);
      const parts = { account, claimUploads: needs.uploads.claim };
      bindUserCalls(api, { ...parts, onFrozen: async (customer) => stopFrozen?.(customer) });
    },
    jobs: [createJob({ name: 'accounts.deleteExpired', everyMs: deleteEveryMs, run: () => accounts.sweep() })],
  };
}

/** Acts that need a bound address or a verified identity; who has passed is forgotten when an identity is revoked. */
function openGates({ settings, storage }: Context, { readUser }: AccountsService): Gates {
  const gates = createGates({ identityRequiredFor: settings.identityRequiredFor, readUser });
  storage.bulletin.onEvent((event) => event.kind === 'identityRevoked' && gates.forget(event.customer));
  storage.bulletin.onMissed(() => gates.forget());
  return gates;
}

/** Welcomes newcomers, and warns owners of log-ins from new devices and by passkey. */
function entryMessages({ storage, now }: Context, inbox: Inbox): LogInEvents {
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
