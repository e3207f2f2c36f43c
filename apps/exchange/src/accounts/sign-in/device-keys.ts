import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Cookies } from '../../transport/http/context.ts';
import type { DeviceRealm } from '../tables.ts';

/**
 * Devices that have logged in to an account. A device shows it by a key in a cookie that no script can read and that the clearing of local storage
 * leaves: the id of a row with a MAC over realm, account and id. It opens nothing: passwords tried with it are counted apart from those of strangers.
 */
export interface DeviceKeys {
  /** The account's device that the cookies name; null where there is none, or no account. */
  find(account: number | null, cookies: Cookies | undefined): Promise<string | null>;
  /** Notes that a device has logged in, makes a key for one that is new, and hands it over. Answers the device. */
  remember(account: number, known: string | null, cookies: Cookies | undefined): Promise<string>;
}

export interface DeviceKeysOptions {
  readonly db: Kysely<Tables>;
  readonly realm: DeviceRealm;
  /** The key of the MACs is derived from it. */
  readonly secret: string;
  /** The cookie goes to calls below this path alone. */
  readonly path: string;
  /** Whether the cookie goes over TLS alone. */
  readonly isSecure: boolean;
  readonly now: () => number;
}

const bytes = 16;
const keyForm = /^[A-Za-z0-9_-]{43}$/;
/** Accounts whose keys one browser keeps: those who share it. */
const keysMax = 5;
const devicesMax = 20;
/** A device that didn't log in for so long isn't known any more. Browsers keep cookies no longer. */
export const deviceKeptMs = 400 * 86_400_000;

export function createDeviceKeys(options: DeviceKeysOptions): DeviceKeys {
  const { db, realm, now } = options;
  const secret = Buffer.from(hkdfSync('sha256', options.secret, '', 'device keys', 32));
  const name = `fft-${realm}-device`;

  const macOf = (account: number, id: Buffer): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([realm, account, id.toString('hex')]))
      .digest()
      .subarray(0, bytes);

  /** The same work whether or not somebody has the account: nobody's number is 0. */
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
      cookies?.set(cookieOf(options, name, [key, ...others].slice(0, keysMax).join('.')));
      return id;
    },
  };
}

/** The keys in a cookie, the latest first. What has another form is none. */
function keysIn(cookies: Cookies | undefined, name: string): string[] {
  const pairs = (cookies?.sent ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  return value
    .split('.')
    .slice(0, keysMax)
    .filter((key) => keyForm.test(key));
}

function cookieOf({ path, isSecure }: DeviceKeysOptions, name: string, value: string): string {
  const seconds = deviceKeptMs / 1000;
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Writes the use of a device down. Of too many, the one that was used longest ago is forgotten. Those that never came back, as programs that keep
 * no cookies make one with each log-in, are counted apart, so that they take nobody's place.
 */
async function note({ db, realm, now }: DeviceKeysOptions, account: number, id: string): Promise<void> {
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
      .where('id', 'in', ofAccount.orderBy('used', 'desc').orderBy('id').offset(devicesMax))
      .execute();
  }
}

/** Forgets an account's devices, all of them or all but one, in the transaction of what ends its sessions. */
export async function forgetDevices(
  transaction: Transaction<Tables>,
  { realm, account }: { readonly realm: DeviceRealm; readonly account: number },
  except: string | null = null,
): Promise<void> {
  await transaction
    .deleteFrom('device_keys')
    .where('realm', '=', realm)
    .where('account', '=', account)
    .where('id', 'is distinct from', except)
    .execute();
}
