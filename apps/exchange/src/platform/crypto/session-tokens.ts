import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Who a session belongs to: a customer's opens nothing at the console, and the other way round. */
export type SessionRealm = 'customer' | 'operator';

/** What a row grants: all of it but when the session was last used. */
export type Grant = Readonly<Record<string, string | number | null>>;

/** What the database keeps of a session's token. Who can write to the database makes neither, so they can't add a session, or make one another's. */
export interface SessionTokens {
  /** The row is found by it. */
  hashOf(token: string): Buffer;
  macOf(token: string, grant: Grant): Buffer;
  /** Whether the session was opened with just this grant. */
  isMacOf(token: string, grant: Grant, mac: Buffer): boolean;
}

/** @param secret the key of the MACs is derived from it; no database has it */
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
