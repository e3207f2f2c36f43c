import type { calls } from '@fft/contract';
import type { Context } from '../../transport/http/context.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
import type { RateLimit } from '../../platform/limits/allowances.ts';
import { refuse } from '../refusals.ts';
import { lockedRefusal, tooOften } from '../../refusals/refuse.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { Customers } from '../customers.ts';
import type { DeviceKeys } from './device-keys.ts';
import type { CompleteLogIn } from './complete-log-in.ts';
import type { GrowingLock } from '../limits/growing-lock.ts';
import type { Logins } from './logins.ts';
import type { PasskeyOwner, Passkeys } from '../factors/passkeys.ts';

/** @throws Refusal `unavailable` if the address of the app is not configured */
function offered(passkeys: Passkeys | null): Passkeys {
  if (passkeys === null) throw refuse('passkeysNotOffered');
  return passkeys;
}

export interface BeginPasskeyLoginOptions {
  readonly passkeys: Passkeys | null;
  readonly byIp: RateLimit;
}

/** Issues a challenge for a device to sign. */
export function createBeginPasskeyLogin({
  passkeys,
  byIp,
}: BeginPasskeyLoginOptions): Handler<typeof calls.auth.beginPasskeyLogin> {
  return async (_input, { ip }) => {
    const known = offered(passkeys);
    await byIp.take(ip);
    return { options: await known.beginLogin() };
  };
}

interface Asking {
  readonly ip: string;
  readonly device: string | null;
}

export interface LoginByPasskeyOptions {
  readonly passkeys: Passkeys | null;
  readonly customers: Customers;
  readonly logins: Logins;
  readonly completeLogIn: CompleteLogIn;
  readonly devices: DeviceKeys;
  /** Counts failures by network, or by a known device. */
  readonly lock: GrowingLock;
  readonly byIp: RateLimit;
  readonly now: () => number;
}

/** Opens a session by a passkey. The owner unlocked the device, so no second factor is required. */
export function createLoginByPasskey(options: LoginByPasskeyOptions): Handler<typeof calls.auth.loginByPasskey> {
  const { passkeys, customers, logins, completeLogIn, devices, lock, byIp, now } = options;

  /** A known device has its own count, so that a neighbour in the network can't lock it out. */
  async function ownerOf(response: unknown, { ip, device }: Asking): Promise<PasskeyOwner> {
    const isStranger = device === null;
    const key = `passkey ${isStranger ? networkOf(ip) : `device ${device}`}`;
    const waitMs = await lock.waitMs(key);
    if (waitMs > 0) throw tooOften(waitMs);
    if (isStranger) await byIp.take(ip);
    const owner = await offered(passkeys).verifyLogin(response);
    const contact = owner === null ? null : await customers.contact(owner.customer);
    if (owner === null || contact === null) {
      await lock.failed(key);
      throw refuse('passkeyRefused');
    }
    if (contact.lock !== null) throw lockedRefusal(contact.lock);
    await Promise.all([isStranger ? byIp.giveBack(ip) : undefined, lock.forgive(key)]);
    return owner;
  }

  return async ({ response, keep }, context: Context<'none'>) => {
    const claimed = await offered(passkeys).claimedOwner(response);
    const device = await devices.find(claimed, context.cookies);
    const { customer: id, passwordHash } = await ownerOf(response, { ip: context.ip, device });
    await customers.noteLogin(id, now());
    await logins.note(id, 'done', context);
    return completeLogIn(id, { keep, passwordHash, context, device });
  };
}
