import type { ApiKey, KeyRight } from '@fft/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../room.ts';

/** A key as its owner describes it. */
export interface NewApiKey {
  readonly name: string;
  readonly rights: readonly KeyRight[];
  readonly addresses: readonly string[];
  readonly expires: number | null;
  /** DER of an Ed25519 key; null makes an HMAC secret. */
  readonly publicKey: Buffer | null;
}

export interface MadeKey {
  readonly id: string;
  /** Shown once; null if the customer has the private key. */
  readonly secret: string | null;
}

/** Adds a key to a customer's, in the transaction that was allowed to. */
export type AddApiKey = (transaction: Transaction<Tables>, customer: number, key: NewApiKey) => Promise<MadeKey>;

/** What the owner is notified of. */
export interface CreatedApiKey extends Pick<NewApiKey, 'name' | 'rights' | 'addresses'> {
  readonly ip: string;
  readonly time: number;
}

/** Notifies the owner in the transaction that adds the key. */
export type OnApiKeyCreated = (transaction: Transaction<Tables>, customer: number, key: CreatedApiKey) => Promise<void>;

/** The operators' side of keys. */
export interface OperatorsKeys {
  list(customer: number): Promise<ApiKey[]>;
  /** False if the customer has no such key. Recorded in the audit log. */
  revoke(act: { readonly customer: number; readonly id: string; readonly operator: string }): Promise<boolean>;
}
