import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { deleteApiKeys } from '../keys/api-key-rows.ts';
import { refuse } from '../refusals.ts';
import type { Codes } from '../codes/codes.ts';
import type { Customers } from '../customers.ts';
import type { Notify } from '../notices.ts';
import type { PausePlans } from '../../orders/index.ts';
import { forgetNetworks } from '../sign-in/familiar-networks.ts';
import type { Holds } from '../locks/holds.ts';
import type { HashRequester } from '../../transport/http/origin.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from '../sessions/sessions.ts';

export interface PasswordChange {
  /** The id of the checked code, which is used up. */
  readonly codeId: string;
  readonly password: string;
  /** The caller, which ranks them in the password queue. */
  readonly requester: HashRequester;
  /** The one session that stays open. */
  readonly exceptSession?: string;
  /** True for a reset: recently added passkeys are removed and plans paused, as a thief may have made them. */
  readonly isReset?: boolean;
}

/** A reset removes passkeys younger than this. */
const passkeysInDoubtMs = 7 * 86_400_000;

/** Sets a new log-in password, ends sessions, holds withdrawals and notifies the owner. @throws Refusal `wrongCode` if the code was used in the meantime */
export type ChangePassword = (customer: number, change: PasswordChange) => Promise<void>;

export interface ChangePasswordOptions {
  readonly db: Kysely<Tables>;
  readonly customers: Customers;
  readonly codes: Codes;
  readonly passwords: Passwords;
  readonly holds: Holds;
  readonly sessions: Sessions;
  readonly notify: Notify;
  readonly pausePlans: PausePlans;
  readonly now: () => number;
}

export function createChangePassword(options: ChangePasswordOptions): ChangePassword {
  const { db, customers, codes, passwords, holds, sessions, notify, pausePlans, now } = options;
  return async (customer, { codeId, password, requester, exceptSession, isReset = false }) => {
    const passwordHash = await passwords.hash(password, requester);
    const ended = await db.transaction().execute(async (transaction) => {
      if (!(await codes.useUp(transaction, codeId))) throw refuse('wrongCode');
      await customers.change(transaction, customer, { passwordHash });
      await holds.begin(transaction, customer, 'password');
      if (isReset) {
        await forgetNetworks(transaction, customer);
        await pausePlans(transaction, customer);
        const since = now() - passkeysInDoubtMs;
        await transaction
          .deleteFrom('passkeys')
          .where('customer', '=', customer)
          .where('created', '>', since)
          .execute();
      }
      await notify(transaction, 'password', { customer, session: exceptSession });
      const keys = isReset ? await deleteApiKeys(transaction, customer) : [];
      return [
        ...(await sessions.endAll(transaction, customer, { reason: 'password', except: exceptSession })),
        ...keys,
      ];
    });
    sessions.announce(ended);
  };
}
