import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { durationText } from '../../refusals/duration-text.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import type { AccountLimits } from '../limits/account-limits.ts';
import { hashRequesterOf, knownAs, type Origin } from '../../transport/http/origin.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { createAttemptLimiter, type AttemptLimiter } from '../limits/attempt-limiter.ts';

/** The transaction password: 6 digits, required for every withdrawal. As 6 digits are easy to guess, attempts are limited by device and in total. */
export interface PayPassword {
  /** @throws Refusal `payPasswordNotSet` if none is set, `wrongPayPassword` with `data.left` if it is wrong, and with `data.until` while attempts are blocked. */
  verify(customer: number, digits: string, origin: Origin): Promise<void>;
  /** True if the digits are easy to guess. */
  isCommon(digits: string): boolean;
  /** Sets it and resets the counts. Returns true if one was set before. */
  set(transaction: Transaction<Tables>, customer: number, passwordHash: string): Promise<boolean>;
}

export interface PayPasswordOptions {
  readonly db: Kysely<Tables>;
  readonly passwords: Passwords;
  readonly limits: AccountLimits['payPassword'];
  /** Notifies the owner that attempts are blocked. */
  readonly onHeld: (customer: number) => Promise<void>;
  readonly now: () => number;
}

export function createPayPassword(options: PayPasswordOptions): PayPassword {
  const { db, passwords, limits, onHeld, now } = options;
  const usedUp = (waitMs: number): Refusal => heldRefusal(now() + waitMs, now());
  const allow = (name: string, points: number): Allowance => ({
    points,
    limiter: createAttemptLimiter({ db, name, points, windowMs: limits.heldMs, now, usedUp }),
  });
  const byDevice = allow('pay', limits.maxTries);
  const together = allow('pay-customer', limits.maxTriesOfAll);

  return {
    isCommon,
    verify: async (customer, digits, origin) => {
      const passwordHash = await readHash(db, customer);
      // A password that was changed in the meantime has its own count.
      const subject = `${customer} ${createHash('sha256').update(passwordHash).digest('hex').slice(0, 16)}`;
      const own = await byDevice.limiter.begin(`${knownAs(origin) ?? ''} ${subject}`);
      const all = await together.limiter.begin(subject).catch(async (error: unknown) => {
        await own.release();
        throw error;
      });
      const isRight = await passwords
        .verify(passwordHash, digits, hashRequesterOf(origin))
        .catch(async (error: unknown) => {
          await Promise.all([own.release(), all.release()]);
          throw error;
        });
      if (isRight) {
        await Promise.all([own.forgive(), all.forgive()]);
        return;
      }
      const [device, everywhere] = await Promise.all([own.failed(), all.failed()]);
      const left = Math.min(byDevice.points - device.failures, together.points - everywhere.failures);
      if (left > 0) throw refuse('wrongPayPassword', { values: { left }, data: { left } });
      await onHeld(customer);
      throw heldRefusal(Math.max(device.until, everywhere.until), now());
    },
    set: setPayPassword,
  };
}

interface Allowance {
  readonly points: number;
  readonly limiter: AttemptLimiter;
}

/** @throws Refusal `payPasswordNotSet` */
async function readHash(db: Kysely<Tables>, customer: number): Promise<string> {
  const row = await db
    .selectFrom('pay_passwords')
    .select('password_hash')
    .where('customer', '=', customer)
    .executeTakeFirst();
  if (row === undefined) throw refuse('payPasswordNotSet');
  return row.password_hash;
}

function heldRefusal(until: number, time: number): Refusal {
  const wait = durationText(until - time);
  return refuse('payPasswordHeld', { values: { wait }, data: { left: 0, until } });
}

async function setPayPassword(
  transaction: Transaction<Tables>,
  customer: number,
  passwordHash: string,
): Promise<boolean> {
  const before = await transaction
    .selectFrom('pay_passwords')
    .select('customer')
    .where('customer', '=', customer)
    .forUpdate()
    .executeTakeFirst();
  const row = { password_hash: passwordHash };
  await transaction
    .insertInto('pay_passwords')
    .values({ customer, ...row })
    .onConflict((conflict) => conflict.column('customer').doUpdateSet(row))
    .execute();
  return before !== undefined;
}

/** One repeated digit or a straight run. */
function isCommon(digits: string): boolean {
  const steps = new Set(
    Array.from(digits.slice(1), (digit, index) => (10 + Number(digit) - Number(digits[index])) % 10),
  );
  const [step] = steps;
  return steps.size === 1 && (step === 0 || step === 1 || step === 9);
}
