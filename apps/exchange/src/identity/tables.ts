import type { GeneratedAlways } from 'kysely';

/** Times are milliseconds since the epoch. */
export interface IdentityTables {
  /** Each submission; the last of a customer counts. */
  identities: {
    id: GeneratedAlways<number>;
    customer: number;
    state: 'pending' | 'passed' | 'failed' | 'revoked';
    /** ISO 3166, two letters. */
    nationality: string;
    id_type: 'identity' | 'passport' | 'licence';
    sealed_name: Buffer;
    sealed_number: Buffer;
    /** Keyed: the same paper has the same, and nothing can be read from it. */
    number_hash: Buffer;
    /** Ids of uploads. */
    front: string;
    back: string;
    hand: string;
    submitted: number;
    decided: number | null;
    /** Why it failed or was revoked, as the customer was told. */
    reason_zh: string | null;
    reason_en: string | null;
    /** The operator who has them open, and until when nobody else need look. */
    held_by: string | null;
    held_until: number | null;
    decided_by: string | null;
  };
}
