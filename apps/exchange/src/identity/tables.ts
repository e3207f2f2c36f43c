import type { GeneratedAlways } from 'kysely';

/** Times are milliseconds since the epoch. */
export interface IdentityTables {
  /** One row per submission; a customer's latest one counts. */
  identities: {
    id: GeneratedAlways<number>;
    customer: number;
    state: 'pending' | 'passed' | 'failed' | 'revoked';
    /** ISO 3166, two letters. */
    nationality: string;
    id_type: 'identity' | 'passport' | 'licence';
    sealed_name: Buffer;
    sealed_number: Buffer;
    /** A keyed hash: equal for the same document, and unreadable. */
    number_hash: Buffer;
    /** Keyed hashes of the name's words, by which operators find it. */
    name_hashes: Buffer[] | null;
    /** Upload ids. */
    front: string;
    back: string;
    hand: string;
    submitted: number;
    decided: number | null;
    /** The reason of a rejection or revocation, as the customer reads it. */
    reason_zh: string | null;
    reason_en: string | null;
    /** The operator who holds the submission, and until when. */
    held_by: string | null;
    held_until: number | null;
    decided_by: string | null;
  };
}
