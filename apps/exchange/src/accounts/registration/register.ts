import type { calls } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { Codes } from '../codes/codes.ts';
import type { Customers, NewCustomer } from '../customers.ts';
import type { CompleteLogIn } from '../sign-in/complete-log-in.ts';
import type { Logins } from '../sign-in/logins.ts';
import { tidyInviteCode, type Invites } from './invites.ts';
import { refuseBadPassword } from '../passwords/new-password.ts';
import type { Context } from '../../transport/http/context.ts';
import { hashRequesterOf } from '../../transport/http/origin.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { AttemptLimiter } from '../limits/attempt-limiter.ts';

type RegCall = typeof calls.auth.register;

export interface RegisterOptions {
  readonly db: Kysely<Tables>;
  readonly customers: Customers;
  readonly codes: Codes;
  readonly passwords: Passwords;
  readonly invites: Pick<Invites, 'isKnown'>;
  readonly logins: Pick<Logins, 'note'>;
  /** Counts wrong invite codes by network. */
  readonly inviteLimiter: AttemptLimiter;
  readonly completeLogIn: CompleteLogIn;
  readonly now: () => number;
}

/**
 * Registers a customer with the code that was sent to the address. The holder of a right code owns the mailbox, so they may learn (409)
 * that the address got an account in the meantime; any other caller learns only that the code is wrong.
 */
export function createRegister({
  db,
  customers,
  codes,
  passwords,
  invites,
  logins,
  inviteLimiter,
  completeLogIn,
  now,
}: RegisterOptions): Handler<RegCall> {
  async function addWithCode(codeId: string, customer: NewCustomer): Promise<number> {
    const added = await db.transaction().execute(async (transaction) => {
      if (!(await codes.useUp(transaction, codeId))) return 'codeUsed';
      return (await customers.add(transaction, customer)) ?? 'emailTaken';
    });
    if (added === 'codeUsed') throw refuse('wrongCode');
    if (added === 'emailTaken') throw refuse('emailTaken');
    return added;
  }

  /** Limits guessing: a caller with their own mailbox must not be able to try every invite code. */
  async function checkInvite(typed: string, { ip }: Context): Promise<string> {
    const inviteCode = tidyInviteCode(typed);
    const attempt = await inviteLimiter.begin(networkOf(ip));
    const isKnown = await invites.isKnown(inviteCode).catch(async (error: unknown) => {
      await attempt.release();
      throw error;
    });
    await (isKnown ? attempt.release() : attempt.failed());
    if (!isKnown) throw new FieldRefusal({ inviteCode: 'inviteCode' });
    return inviteCode;
  }

  return async (input, context) => {
    refuseBadPassword(input, input.email);
    const { email, code, flow } = input;
    const origin = { ip: context.ip };
    const codeId = await codes.check({ purpose: 'register', address: email }, { code, flow, origin });
    if (codeId === null) throw refuse('wrongCode');
    const inviteCode = input.inviteCode === undefined ? null : await checkInvite(input.inviteCode, context);
    const passwordHash = await passwords.hash(input.password, { ...hashRequesterOf(origin), rank: 'known' });
    const id = await addWithCode(codeId, { email, passwordHash, lang: context.lang, inviteCode, time: now() });
    const entered = await completeLogIn(id, { keep: input.keep, passwordHash, context, device: null });
    // It is the account's last log-in, so its history has it too.
    await logins.note(id, 'done', context);
    return entered;
  };
}
