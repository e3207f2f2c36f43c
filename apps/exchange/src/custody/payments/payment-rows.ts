import type { Selectable, Transaction } from 'kysely';
import type { Tables } from '../room.ts';

export type PaymentRow = Selectable<Tables['chain_payments']>;
export type AttemptRow = Selectable<Tables['chain_attempts']>;

/** Records more in the transaction that records a signed payment. */
export type Alongside = (transaction: Transaction<Tables>, attempt: Pick<AttemptRow, 'txid'>) => Promise<void>;
