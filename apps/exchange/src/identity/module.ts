import type { Inbox } from '../content/index.ts';
import type { ContextOf } from '../context.ts';
import type { Uploads } from '../pictures/index.ts';
import { createFieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Api } from '../transport/http/route.ts';
import { bindIdentityCalls } from './identity.ts';
import { createIdentities } from './identities.ts';
import { openReview, type StoppedWithdrawals } from './open-review.ts';
import { reasons } from './reasons.ts';
import { sql, type RawBuilder } from 'kysely';

export interface IdentityNeeds {
  readonly inbox: Inbox;
  readonly uploads: Pick<Uploads, 'claim'>;
}

/** Papers by which customers show who they are, and their review. */
export function createIdentity(
  { settings, secrets, storage, now }: ContextOf<'identity'>,
  { inbox, uploads }: IdentityNeeds,
) {
  const { db } = storage.pools.logIn;
  const seal = createFieldCipher(secrets.passwordPepper);
  const identities = createIdentities({ db, seal, secret: secrets.passwordPepper, now });
  let findStopped: StoppedWithdrawals | null = null;
  const review = openReview({
    stopsPerHour: settings.stopsPerHour,
    db: storage.pools.operators.db,
    seal,
    nameSecret: secrets.passwordPepper,
    inbox,
    stoppedWithdrawals: async (transaction, customer) => findStopped?.(transaction, customer) ?? [],
    now,
  });
  return {
    service: {
      stateOf: identities.state,
      review,
      reasons,
      hasState: hasIdentityState,
      /** Sets how the withdrawals are found that stop when an identity is revoked. */
      onRevoke: (find: StoppedWithdrawals): void => {
        findStopped = find;
      },
    },
    routes: (api: Api) => bindIdentityCalls(api, { db, identities, uploads }),
  };
}

/** Condition on a row of `customers`: the state of the latest submission; 'none' if there is none. */
function hasIdentityState(state: 'none' | 'pending' | 'passed' | 'failed' | 'revoked'): RawBuilder<boolean> {
  return sql`coalesce(
    (select state from identities where customer = customers.id order by id desc limit 1), 'none') = ${state}`;
}
