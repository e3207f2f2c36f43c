import type { Kysely, Transaction } from 'kysely';
import type { Inbox } from '../content/index.ts';
import type { Tables } from './room.ts';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import { decisionMessage, revokedMessage } from './decision-message.ts';
import { createReview, type Review } from './review.ts';

/** Finds the withdrawals of a customer that stop when their identity is revoked. */
export type StoppedWithdrawals = (transaction: Transaction<Tables>, customer: number) => Promise<readonly number[]>;

export interface OpenReviewOptions {
  readonly db: Kysely<Tables>;
  readonly seal: FieldCipher;
  /** Key of the hashes of names. */
  readonly nameSecret: string;
  readonly inbox: Inbox;
  readonly stoppedWithdrawals: StoppedWithdrawals;
  readonly stopsPerHour: number;
  readonly now: () => number;
}

/** Opens the review of identities, for the console and for the command line: its decisions are put into the customer's inbox. */
export function openReview({ db, seal, nameSecret, inbox, stoppedWithdrawals, ...options }: OpenReviewOptions): Review {
  return createReview({
    db,
    seal,
    nameSecret,
    onDecision: (transaction, customer, reason) => inbox.send(transaction, customer, decisionMessage(reason)),
    onRevoke: async (transaction, customer, reason) => {
      await inbox.send(transaction, customer, revokedMessage(reason));
      return stoppedWithdrawals(transaction, customer);
    },
    ...options,
  });
}
