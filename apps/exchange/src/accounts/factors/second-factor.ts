import type { Kysely, Transaction } from 'kysely';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Tables } from '../room.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import { defaultNickname } from '../customers.ts';
import type { FactorGuard } from './factor-guard.ts';
import type { Origin } from '../../transport/http/origin.ts';
import type { RecoveryCodes } from './recovery-codes.ts';

/** An authenticator app (TOTP, RFC 6238) with recovery codes. */
export interface SecondFactor {
  /** Passes customers without an app. @throws Refusal `secondFactor` if a code is missing or wrong, `tooManyRequests` after too many */
  require(customer: number, code: string | undefined, origin: Origin): Promise<void>;
  /** Creates a secret that is active once confirmed; null if one is already active. */
  begin(customer: number, email: string | null): Promise<{ secret: string; uri: string } | null>;
  /** Returns null if no set-up was begun or an app is already active. @throws Refusal `secondFactor` if the code is wrong */
  confirm(
    customer: number,
    code: string,
    origin: Origin,
  ): Promise<((transaction: Transaction<Tables>) => Promise<string[]>) | null>;
  isSet(customer: number): Promise<boolean>;
  remove(transaction: Transaction<Tables>, customer: number): Promise<void>;
}

export interface SecondFactorOptions {
  readonly db: Kysely<Tables>;
  readonly seal: FieldCipher;
  readonly recovery: RecoveryCodes;
  readonly guard: FactorGuard;
  /** The product's name, which the authenticator app shows. */
  readonly brand: string;
  /** Notifies the owner that wrong codes locked the factor. */
  readonly onLocked: (customer: number) => Promise<void>;
  readonly now: () => number;
}

const totpForm = /^\d{6}$/;
/** Codes of the previous and the next step are accepted too, as clocks differ. */
const toleranceSeconds = 30;
const methods = ['totp', 'recovery'] as const;

export function createSecondFactor(options: SecondFactorOptions): SecondFactor {
  const { db, seal, recovery, guard, brand, onLocked, now } = options;

  /** Reserves a slot before the check, so that concurrent guesses can't exceed the limit. */
  async function counted(customer: number, { code, origin }: Shown, look: () => Promise<boolean>): Promise<void> {
    const kind = totpForm.test(code) ? 'totp' : 'recovery';
    const admitted = await guard.admit({ subject: `customer ${customer}`, origin, kind });
    if (await admitted.unlessUndecided(look)) return admitted.succeeded();
    if (await admitted.failed()) await onLocked(customer);
    throw wrongCode();
  }

  return {
    require: async (customer, code, origin) => {
      const totp = await readTotp(options, customer);
      if (!totp?.isConfirmed) return;
      if (code === undefined) throw refuse('secondFactorNeeded', { data: { methods } });
      await counted(customer, { code, origin }, () =>
        totpForm.test(code) ? useTotp(options, totp, code) : recovery.use(customer, code),
      );
    },
    begin: async (customer, email) => {
      const secret = generateSecret();
      const row = { sealed_secret: seal.close(secret, sealLabel(customer)), last_step: 0, confirmed: null };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('totps')
        .values({ customer, ...row })
        .onConflict((conflict) => conflict.column('customer').doUpdateSet(row).where('totps.confirmed', 'is', null))
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) return null;
      const label = email ?? defaultNickname(brand, customer);
      return { secret, uri: generateURI({ issuer: brand, label, secret }) };
    },
    confirm: async (customer, code, origin) => {
      const totp = await readTotp(options, customer);
      if (totp === null || totp.isConfirmed) return null;
      await counted(customer, { code, origin }, () => useTotp(options, totp, code));
      return async (transaction) => {
        await markConfirmed(transaction, totp, now());
        return recovery.renew(transaction, customer);
      };
    },
    isSet: async (customer) => (await readTotp(options, customer))?.isConfirmed === true,
    remove: async (transaction, customer) => {
      await transaction.deleteFrom('totps').where('customer', '=', customer).execute();
      await recovery.removeAll(transaction, customer);
    },
  };
}

interface Shown {
  readonly code: string;
  readonly origin: Origin;
}

interface Totp {
  readonly customer: number;
  readonly secret: string;
  readonly sealed: Buffer;
  readonly isConfirmed: boolean;
}

function sealLabel(customer: number): string {
  return `totp:${customer}`;
}

function wrongCode(): Refusal {
  return refuse('wrongSecondFactor', { data: { methods } });
}

async function readTotp({ db, seal }: SecondFactorOptions, customer: number): Promise<Totp | null> {
  const row = await db
    .selectFrom('totps')
    .select(['sealed_secret', 'confirmed'])
    .where('customer', '=', customer)
    .executeTakeFirst();
  if (row === undefined) return null;
  const sealed = row.sealed_secret;
  return { customer, secret: seal.open(sealed, sealLabel(customer)), sealed, isConfirmed: row.confirmed !== null };
}

/** A code is valid once: it advances the stored step in one statement, so only one of many concurrent uses succeeds. */
async function useTotp({ db, now }: SecondFactorOptions, totp: Totp, code: string): Promise<boolean> {
  if (!totpForm.test(code)) return false;
  const epoch = Math.floor(now() / 1000);
  const result = verifySync({ secret: totp.secret, token: code, epoch, epochTolerance: toleranceSeconds });
  if (!result.valid || !('timeStep' in result)) return false;
  const { numUpdatedRows } = await db
    .updateTable('totps')
    .set({ last_step: result.timeStep })
    .where('customer', '=', totp.customer)
    .where('last_step', '<', result.timeStep)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function markConfirmed(transaction: Transaction<Tables>, totp: Totp, time: number): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('totps')
    .set({ confirmed: time })
    .where('customer', '=', totp.customer)
    // Another set-up may have begun since: only the confirmed secret becomes active.
    .where('sealed_secret', '=', totp.sealed)
    .where('confirmed', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw wrongCode();
}
