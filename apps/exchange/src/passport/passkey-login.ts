import { Code, type calls } from '@fft/contract';
import type { Context } from '../http/context.ts';
import { networkOf, type RateLimit } from '../http/rate-limits.ts';
import { Refusal, tooOften } from '../http/refusal.ts';
import type { Handler } from '../http/route.ts';
import type { Contact, Customers } from './customers.ts';
import type { DeviceKeys } from './device-keys.ts';
import type { Enter } from './enter.ts';
import type { GrowingLock } from './growing-lock.ts';
import type { Logins } from './logins.ts';
import type { Passkeys } from './passkeys.ts';

/** @throws Refusal 503 where this exchange doesn't know where customers see it */
function offered(passkeys: Passkeys | null): Passkeys {
  if (passkeys === null) throw new Refusal(Code.unavailable, 'passkeysNotOffered');
  return passkeys;
}

export interface PasskeyBeginParts {
  readonly passkeys: Passkeys | null;
  readonly byIp: RateLimit;
}

/** Gives a device something to sign. */
export function createPasskeyBegin({ passkeys, byIp }: PasskeyBeginParts): Handler<typeof calls.passport.passkeybegin> {
  return async (_input, { ip }) => {
    const known = offered(passkeys);
    await byIp.take(ip);
    return { options: await known.beginLogin() };
  };
}

export interface PasskeyLoginParts {
  readonly passkeys: Passkeys | null;
  readonly customers: Customers;
  readonly logins: Logins;
  readonly enter: Enter;
  readonly devices: DeviceKeys;
  /** Failures from one network. */
  readonly lock: GrowingLock;
  readonly byIp: RateLimit;
  readonly now: () => number;
}

/** Opens a session by a passkey. The device was unlocked by its owner, so no second factor is asked for. */
export function createPasskeyLogin(parts: PasskeyLoginParts): Handler<typeof calls.passport.passkey> {
  const { passkeys, customers, logins, enter, devices, lock, byIp, now } = parts;

  async function ownerOf(response: unknown, ip: string): Promise<{ id: number; contact: Contact }> {
    const network = `passkey ${networkOf(ip)}`;
    const waitMs = await lock.waitMs(network);
    if (waitMs > 0) throw tooOften(waitMs);
    await byIp.take(ip);
    const id = await offered(passkeys).verifyLogin(response);
    const contact = id === null ? null : await customers.contact(id);
    if (id === null || contact === null) {
      await lock.failed(network);
      throw new Refusal(Code.wrongCredentials, 'passkeyRefused');
    }
    if (contact.isLocked) throw new Refusal(Code.accountLocked, 'accountFrozen');
    await Promise.all([byIp.giveBack(ip), lock.forgive(network)]);
    return { id, contact };
  }

  return async ({ response, keep }, context: Context<'none'>) => {
    const { id, contact } = await ownerOf(response, context.ip);
    await customers.noteLogin(id, now());
    await logins.note(id, 'done', context);
    const device = await devices.find(id, context.cookies);
    return enter(id, { keep, passwordHash: contact.passwordHash, context, device });
  };
}
