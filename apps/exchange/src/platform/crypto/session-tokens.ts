import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The audience of a session: a customer's session opens nothing at the console, and vice versa. */
export type SessionRealm = 'customer' | 'operator';

/** The fields that a session row grants: all but the time of its last use. */
export type Grant = Readonly<Record<string, string | number | null>>;

/** Derives the stored values of a session token. Write access to the database is not enough to compute them, so it cannot forge or reassign sessions. */
export interface SessionTokens {
  /** The key by which the row is found. */
  hashOf(token: string): Buffer;
  macOf(token: string, grant: Grant): Buffer;
  /** True if the session was opened with exactly this grant. */
  isMacOf(token: string, grant: Grant, mac: Buffer): boolean;
}

/** @param secret the MAC key is derived from it; it is not stored in the database */
export function createSessionTokens(secret: string, realm: SessionRealm): SessionTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `session tokens of each ${realm}`, 32));
  const made = (parts: readonly unknown[]): Buffer => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  const macOf: SessionTokens['macOf'] = (token, grant) =>
    made(['grant', token, Object.entries(grant).toSorted(byName)]);
  return {
    hashOf: (token) => made(['token', token]),
    macOf,
    isMacOf: (token, grant, mac) => mac.length === 32 && timingSafeEqual(mac, macOf(token, grant)),
  };
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return Number(one > other) - Number(one < other);
}
