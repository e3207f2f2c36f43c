import type { Kysely } from 'kysely';
import type { Inbox } from './content/inbox.ts';
import type { FieldCipher } from './platform/crypto/field-cipher.ts';
import type { Tables } from './database/tables.ts';
import { decisionMessage, revokedMessage } from './identity/decision-message.ts';
import { createReview, type Review } from './identity/review.ts';
import type { Settings } from './config/settings.ts';
import { idsAboveLimit } from './funds/withdrawals/above-limit.ts';
import type { Authority } from './funds/withdrawals/index.ts';
import { dayLimit } from './funds/withdrawals/rules.ts';

export interface OpenReviewParts {
  readonly db: Kysely<Tables>;
  readonly seal: FieldCipher;
  readonly inbox: Inbox;
  readonly authority: Authority;
  readonly settings: Pick<Settings, 'withdrawalLimits'>;
  readonly now: () => number;
}

/** Opens the review of identities, for the console and for the command line: it writes to customers, and says which withdrawals a revocation stops. */
export function openReview({ db, seal, inbox, authority, settings, now }: OpenReviewParts): Review {
  const limit = dayLimit(settings.withdrawalLimits, 'none');
  return createReview({
    db,
    seal,
    onDecision: (transaction, customer, reason) => inbox.tell(transaction, customer, decisionMessage(reason)),
    onRevoke: async (transaction, customer, reason) => {
      await inbox.tell(transaction, customer, revokedMessage(reason));
      return idsAboveLimit(transaction, authority, { customer, limit });
    },
    now,
  });
}
