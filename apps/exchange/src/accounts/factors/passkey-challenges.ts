import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { AccountLimits } from '../limits/account-limits.ts';

/** Random challenges for devices to sign. Each is valid once, for the customer it was issued to. */
export interface PasskeyChallenges {
  keep(challenge: string, customer: number | null): Promise<void>;
  use(challenge: string, customer: number | null): Promise<boolean>;
}

export interface PasskeyChallengesOptions {
  readonly db: Kysely<Tables>;
  readonly limits: AccountLimits['passkey'];
  readonly now: () => number;
}

export function createPasskeyChallenges({ db, limits, now }: PasskeyChallengesOptions): PasskeyChallenges {
  return {
    keep: async (challenge, customer) => {
      const expires = now() + limits.challengeMs;
      await db.insertInto('passkey_challenges').values({ challenge, customer, expires }).execute();
    },
    use: async (challenge, customer) => {
      const { numDeletedRows } = await db
        .deleteFrom('passkey_challenges')
        .where('challenge', '=', challenge)
        .where('customer', 'is not distinct from', customer)
        .where('expires', '>', now())
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}
