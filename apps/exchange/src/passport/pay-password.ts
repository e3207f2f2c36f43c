import { Code } from '@fft/contract';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../http/refusal.ts';
import type { PassportLimits } from './limits.ts';
import type { Passwords } from './passwords.ts';

/** The transaction password: 6 digits that every payment out asks for. So few can be guessed, so tries are counted hard. */
export interface PayPassword {
  /** @throws Refusal 1104 where none is set, 1103 with `data.left` where it is wrong, and with `data.until` while no guess is looked at. */
  verify(customer: number, digits: string): Promise<void>;
  /** Whether digits are among the first that anybody tries. */
  isCommon(digits: string): boolean;
  /** Sets it, and ends what was counted. Gives whether one was set before. */
  set(transaction: Transaction<Tables>, customer: number, passwordHash: string): Promise<boolean>;
}

export interface PayPasswordOptions {
  readonly db: Kysely<Tables>;
  readonly passwords: Passwords;
  readonly limits: PassportLimits['payPassword'];
  readonly now: () => number;
}

const hourMs = 3_600_000;

export function createPayPassword(options: PayPasswordOptions): PayPassword {
  const { db, passwords, limits, now } = options;
  const { triesMax, heldMs } = limits;
  return {
    isCommon,
    verify: async (customer, digits) => {
      const { passwordHash, failures } = await takeTry(customer, options);
      const isRight = await passwords.verify(passwordHash, digits).catch(async (error: unknown) => {
        await giveTryBack(customer, passwordHash, options);
        throw error;
      });
      if (isRight) {
        // Only what this very password counted: one that was set meanwhile counts for itself.
        await db
          .updateTable('pay_passwords')
          .set({ failures: 0, held_until: 0 })
          .where('customer', '=', customer)
          .where('password_hash', '=', passwordHash)
          .execute();
        return;
      }
      const left = triesMax - failures;
      if (left === 0) throw heldRefusal(now() + heldMs, now());
      throw new Refusal(Code.wrongPayPassword, 'wrongPayPassword', { values: { left }, data: { left } });
    },
    set: setPayPassword,
  };
}

/** Counts a guess in the statement that reads the hash, so that of any number at once only `triesMax` are looked at. */
async function takeTry(
  customer: number,
  { db, limits: { triesMax, heldMs }, now }: PayPasswordOptions,
): Promise<{ passwordHash: string; failures: number }> {
  const time = now();
  const row = await db
    .updateTable('pay_passwords')
    .set({
      failures: sql<number>`case when failures >= ${triesMax} then 1 else failures + 1 end`,
      held_until: sql<number>`case when failures + 1 = ${triesMax} then ${time + heldMs}::bigint else 0 end`,
    })
    .where('customer', '=', customer)
    .where((where) => where.or([where('failures', '<', triesMax), where('held_until', '<=', time)]))
    .returning(['password_hash', 'failures'])
    .executeTakeFirst();
  if (row !== undefined) return { passwordHash: row.password_hash, failures: row.failures };
  const held = await db
    .selectFrom('pay_passwords')
    .select('held_until')
    .where('customer', '=', customer)
    .executeTakeFirst();
  if (held === undefined) throw new Refusal(Code.payPasswordNotSet, 'payPasswordNotSet');
  throw heldRefusal(held.held_until, time);
}

/** A guess that wasn't looked at, as too many waited, doesn't count. */
async function giveTryBack(customer: number, passwordHash: string, { db }: PayPasswordOptions): Promise<void> {
  await db
    .updateTable('pay_passwords')
    .set({ failures: sql<number>`greatest(failures - 1, 0)`, held_until: 0 })
    .where('customer', '=', customer)
    .where('password_hash', '=', passwordHash)
    .execute();
}

function heldRefusal(until: number, time: number): Refusal {
  const hours = Math.max(1, Math.ceil((until - time) / hourMs));
  return new Refusal(Code.wrongPayPassword, 'payPasswordHeld', { values: { hours }, data: { left: 0, until } });
}

async function setPayPassword(
  transaction: Transaction<Tables>,
  customer: number,
  passwordHash: string,
): Promise<boolean> {
  const row = { password_hash: passwordHash, failures: 0, held_until: 0 };
  const before = await transaction
    .selectFrom('pay_passwords')
    .select('customer')
    .where('customer', '=', customer)
    .forUpdate()
    .executeTakeFirst();
  await transaction
    .insertInto('pay_passwords')
    .values({ customer, ...row })
    .onConflict((conflict) => conflict.column('customer').doUpdateSet(row))
    .execute();
  return before !== undefined;
}

/** One digit over and over, or a straight run. */
function isCommon(digits: string): boolean {
  const steps = new Set(
    Array.from(digits.slice(1), (digit, index) => (10 + Number(digit) - Number(digits[index])) % 10),
  );
  const [step] = steps;
  return steps.size === 1 && (step === 0 || step === 1 || step === 9);
}
