import type { KeyRight } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import { createAddressMatcher } from '../../transport/http/address-matcher.ts';
import type { Customer } from '../../transport/http/context.ts';
import { sessionOfKey } from '../../transport/http/signed-request.ts';
import { answerInTime, shareLookUps } from '../look-ups.ts';
import { addressesOf, rightsOf, type ApiKeyMacs, type ApiKeyRow } from './api-key-rows.ts';
import { ed25519Check, hmacCheck, type CheckSignature } from './key-material.ts';

export interface KeyMemoryOptions {
  readonly db: Kysely<Tables>;
  readonly seal: FieldCipher;
  readonly macs: ApiKeyMacs;
  readonly log: Logger;
  readonly now: () => number;
}

/** A key in memory, ready to check signatures. */
export interface KnownKey {
  readonly customer: Customer;
  readonly rights: readonly KeyRight[];
  readonly check: CheckSignature;
  /** null: any address. */
  readonly allows: ((address: string) => boolean) | null;
  readonly until: number;
  usedNotedAt: number;
}

/** Keys by id, read from the database and cached for a few seconds. */
export interface KeyMemory {
  /** Answers synchronously for a cached key; null if there is none that may be used. */
  find(id: string): KnownKey | null | Promise<KnownKey | null>;
  /** True for a key that was found before and has not been forgotten since, however long ago. */
  has(id: string): boolean;
  forget(id: string): void;
  forgetAll(): void;
}

/** As long as a session is cached. A revocation forgets the key immediately; this bounds what a lost event costs. */
const rememberedMs = 5_000;
/** A cached key is refreshed in this last part of its cache time, so that no request waits for the database. */
const refreshedLastMs = 2_000;
/** While the database doesn't answer, a key counts for so much longer, as a session does. */
const unansweredMs = 25_000;
const maxRemembered = 50_000;

export function createKeyMemory(options: KeyMemoryOptions): KeyMemory {
  const { now } = options;
  const known = new Map<string, KnownKey>();
  const lookUps = shareLookUps(lookUp);
  let endings = 0;

  async function lookUp(id: string): Promise<KnownKey | null> {
    const endingsBefore = endings;
    const key = await readKey(options, id, known.get(id)?.usedNotedAt ?? 0);
    if (key === null) known.delete(id);
    else if (endings === endingsBefore) remember(known, id, key);
    return key;
  }

  /** A key that was known until recently counts on while the database doesn't say otherwise: bots go on reading during a failover. */
  function lookUpOrRemember(id: string): Promise<KnownKey | null> {
    const looked = lookUps.of(id, endings);
    const lately = (): KnownKey | null => {
      const key = known.get(id);
      return key !== undefined && now() < key.until + unansweredMs ? key : null;
    };
    // Asked again afterwards: it may have ended while its look-up was under way.
    return lately() === null ? looked : answerInTime(looked).catch(() => lately() ?? looked);
  }

  return {
    find: (id) => {
      const key = known.get(id);
      const time = now();
      if (key === undefined || time >= key.until) return lookUpOrRemember(id);
      if (key.until - time < refreshedLastMs) lookUps.of(id, endings).catch(() => undefined);
      return key;
    },
    has: (id) => known.has(id),
    forget: (id) => {
      endings += 1;
      known.delete(id);
    },
    forgetAll: () => {
      endings += 1;
      known.clear();
    },
  };
}

function remember(known: Map<string, KnownKey>, id: string, key: KnownKey): void {
  const [oldest] = known.size >= maxRemembered && !known.has(id) ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  // Deleting first keeps the map in insertion order.
  known.delete(id);
  known.set(id, key);
}

/** null if there is no such key, its account is locked, or its row was altered. */
async function readKey(
  { db, seal, macs, log, now }: KeyMemoryOptions,
  id: string,
  usedNotedAt: number,
): Promise<KnownKey | null> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('customers', 'customers.id', 'api_keys.customer')
    .selectAll('api_keys')
    .where('api_keys.id', '=', id)
    .where('customers.locked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (!macs.isGenuine(row)) {
    log.fatal({ apiKey: id, customer: row.customer }, 'apiKey.altered');
    return null;
  }
  const [rights, addresses] = [rightsOf(row), addressesOf(row)];
  return {
    customer: { id: row.customer, sessionId: sessionOfKey(id), key: { id, rights }, ends: row.expires },
    rights,
    check: checkOf(row, seal),
    allows: addresses.length === 0 ? null : createAddressMatcher(addresses),
    until: now() + rememberedMs,
    usedNotedAt: Math.max(usedNotedAt, row.used ?? 0),
  };
}

function checkOf({ id, kind, material }: ApiKeyRow, seal: FieldCipher): CheckSignature {
  return kind === 'ed25519' ? ed25519Check(material) : hmacCheck(seal.open(material, secretLabelOf(id)));
}

/** Binds a sealed secret to its key. */
export function secretLabelOf(id: string): string {
  return `apiKey:${id}`;
}
