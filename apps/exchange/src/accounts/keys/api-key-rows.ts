import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { ApiKey, KeyRight } from '@fft/contract';
import { keyRights } from '@fft/contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { sessionOfKey } from '../../transport/http/signed-request.ts';

export type ApiKeyRow = Selectable<Tables['api_keys']>;
/** The part of a row that its MAC covers: all but the last use. */
type Granted = Omit<ApiKeyRow, 'mac' | 'used' | 'used_from'>;

/** Proves that the exchange itself wrote a row: write access to the database can neither plant a key, widen its rights nor shorten its list of addresses. */
export interface ApiKeyMacs {
  macOf(row: Granted): Buffer;
  isGenuine(row: ApiKeyRow): boolean;
}

/** @param secret the MAC key is derived from it; it is not stored in the database */
export function createApiKeyMacs(secret: string): ApiKeyMacs {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fft api keys 1', 32));
  const macOf = (row: Granted): Buffer => {
    const { id, customer, name, kind, rights, addresses, material, created, expires } = row;
    const parts = [id, customer, name, kind, rights, addresses, material.toString('hex'), created, expires];
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  };
  return {
    macOf,
    isGenuine: (row) => row.mac.length === 32 && timingSafeEqual(row.mac, macOf(row)),
  };
}

export function rightsOf({ rights }: Pick<ApiKeyRow, 'rights'>): KeyRight[] {
  const named = rights.split(',');
  return keyRights.filter((right) => named.includes(right));
}

export function addressesOf({ addresses }: Pick<ApiKeyRow, 'addresses'>): string[] {
  return addresses === '' ? [] : addresses.split(',');
}

function apiKeyWire(row: ApiKeyRow): ApiKey {
  const { id, name, kind, created, expires, used, used_from } = row;
  return {
    id,
    name,
    kind,
    rights: rightsOf(row),
    addresses: addressesOf(row),
    created,
    expires,
    used,
    usedFrom: used_from,
  };
}

/** The customer's keys, newest first, without rows that the exchange did not write. */
export async function listApiKeys(db: Kysely<Tables>, macs: ApiKeyMacs, customer: number): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('customer', '=', customer)
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute();
  return rows.filter(macs.isGenuine).map(apiKeyWire);
}

/** Deletes one key; false if the customer has none with this id. Announce `sessionOfKey(id)` afterwards. */
export async function deleteApiKey(db: Kysely<Tables>, customer: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('customer', '=', customer)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Returns the identities of a locked customer's keys, to be announced with the sessions that ended: no key of a locked account is found until the lock
 * is lifted, and then all count again.
 */
export async function suspendApiKeys(transaction: Transaction<Tables>, customer: number): Promise<string[]> {
  const rows = await transaction.selectFrom('api_keys').select('id').where('customer', '=', customer).execute();
  return rows.map(({ id }) => sessionOfKey(id));
}

/** Deletes all keys of a customer, as a reset of the account does. Returns their identities, to be announced with the sessions that ended. */
export async function deleteApiKeys(transaction: Transaction<Tables>, customer: number): Promise<string[]> {
  const rows = await transaction.deleteFrom('api_keys').where('customer', '=', customer).returning('id').execute();
  return rows.map(({ id }) => sessionOfKey(id));
}
