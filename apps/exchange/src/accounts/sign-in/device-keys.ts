import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AnyHandle, AnyTransaction } from '../../database/rooms.ts';
import { own, type Tables } from '../room.ts';
import type { Cookies } from '../../transport/http/context.ts';
import type { DeviceRealm } from '../tables.ts';

/**
 * Devices that have logged in to an account. A device identifies itself by a key in a cookie that scripts can't read and that survives clearing of
 * local storage: a row's id with a MAC over realm, account and id. The key grants nothing, but its password attempts are counted apart from strangers'.
 */
export interface DeviceKeys {
  /** The account's device that the cookies name; null if there is none, or no account. */
  find(account: number | null, cookies: Cookies | undefined): Promise<string | null>;
  /** Records a log-in by a device; a new device gets a key. Returns the device. */
  remember(account: number, known: string | null, cookies: Cookies | undefined): Promise<string>;
}

export interface DeviceKeysOptions {
  readonly db: AnyHandle;
  readonly realm: DeviceRealm;
  /** The MAC key is derived from it. */
  readonly secret: string;
  /** The path that the cookie is limited to. */
  readonly path: string;
  /** True if the cookie is sent over TLS only. */
  readonly isSecure: boolean;
  readonly now: () => number;
}

interface OwnOptions extends Pick<DeviceKeysOptions, 'realm' | 'now'> {
  readonly db: Kysely<Tables>;
}

const bytes = 16;
const keyForm = /^[A-Za-z0-9_-]{43}$/;
/** Accounts that can share one browser. */
const maxKeys = 5;
const maxDevices = 20;
/** A device is forgotten after this time without a log-in. Browsers keep cookies no longer. */
export const deviceKeptMs = 400 * 86_400_000;

export function createDeviceKeys(given: DeviceKeysOptions): DeviceKeys {
  const options = { ...given, db: own(given.db) };
  const { db, realm, now } = options;
  const secret = Buffer.from(hkdfSync('sha256', options.secret, '', 'device keys', 32));
  const name = `fft-${realm}-device`;

  const macOf = (account: number, id: Buffer): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([realm, account, id.toString('hex')]))
      .digest()
      .subarray(0, bytes);

  /** The same work whether or not the account exists: no account has the number 0. */
  function idOf(account: number, key: string): string | null {
    const given = Buffer.from(key, 'base64url');
    const id = given.subarray(0, bytes);
    return timingSafeEqual(given.subarray(bytes), macOf(account, id)) ? id.toString('hex') : null;
  }

  return {
    find: async (account, cookies) => {
      const ids = keysIn(cookies, name).map((key) => idOf(account ?? 0, key));
      const id = ids.find((each) => each !== null);
      if (id === undefined || id === null || account === null) return null;
      const row = await db
        .selectFrom('device_keys')
        .select('id')
        .where('realm', '=', realm)
        .where('account', '=', account)
        .where('id', '=', id)
        .where('used', '>', now() - deviceKeptMs)
        .executeTakeFirst();
      return row?.id ?? null;
    },
    remember: async (account, known, cookies) => {
      const id = known ?? randomBytes(bytes).toString('hex');
      await note(options, account, id);
      const raw = Buffer.from(id, 'hex');
      const key = Buffer.concat([raw, macOf(account, raw)]).toString('base64url');
      const others = keysIn(cookies, name).filter((each) => each !== key);
      cookies?.set(cookieOf(options, name, [key, ...others].slice(0, maxKeys).join('.')));
      return id;
    },
  };
}

/** The keys in a cookie, latest first. Malformed keys are ignored. */
function keysIn(cookies: Cookies | undefined, name: string): string[] {
  const pairs = (cookies?.sent ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  return value
    .split('.')
    .slice(0, maxKeys)
    .filter((key) => keyForm.test(key));
}

function cookieOf({ path, isSecure }: DeviceKeysOptions, name: string, value: string): string {
  const seconds = deviceKeptMs / 1000;
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Records the use of a device. Above the maximum, the least recently used one is forgotten. Devices that were seen only once, such as programs
 * without cookies, are counted apart, so that they displace no other.
 */
async function note({ db, realm, now }: OwnOptions, account: number, id: string): Promise<void> {
  const time = now();
  await db
    .insertInto('device_keys')
    .values({ realm, account, id, created: time, used: time })
    .onConflict((conflict) => conflict.columns(['realm', 'account', 'id']).doUpdateSet({ used: time }))
    .execute();
  for (const returned of [true, false]) {
    const ofAccount = db
      .selectFrom('device_keys')
      .select('id')
      .where('realm', '=', realm)
      .where('account', '=', account)
      .whereRef('used', returned ? '>' : '=', 'created');
    await db
      .deleteFrom('device_keys')
      .where('realm', '=', realm)
      .where('account', '=', account)
      .where('id', 'in', ofAccount.orderBy('used', 'desc').orderBy('id').offset(maxDevices))
      .execute();
  }
}

/** Forgets all devices of an account, or all but one, in the transaction that ends its sessions. */
export async function forgetDevices(
  handle: AnyTransaction,
  { realm, account }: { readonly realm: DeviceRealm; readonly account: number },
  except: string | null = null,
): Promise<void> {
  const transaction = own(handle);
  await transaction
    .deleteFrom('device_keys')
    .where('realm', '=', realm)
    .where('account', '=', account)
    .where('id', 'is distinct from', except)
    .execute();
}
