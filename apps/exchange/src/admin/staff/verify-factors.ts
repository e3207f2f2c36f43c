import type { Kysely } from 'kysely';
import { readAudit, writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import type { Context } from '../../transport/http/context.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
import { refuse } from '../refusals.ts';
import type { DeviceKeys, FactorGuard, LoginGuard } from '../../accounts/index.ts';
import type { OperatorRow, Roster } from './roster.ts';

export interface VerifyFactorsOptions {
  readonly db: Kysely<Tables>;
  readonly roster: Roster;
  readonly guard: LoginGuard;
  readonly factorGuard: FactorGuard;
  readonly devices: DeviceKeys;
  readonly now: () => number;
}

export interface Proof {
  readonly name: string;
  readonly password: string;
  readonly code?: string | undefined;
}

/** The account that a log-in names, and its origin. */
export interface Attempt {
  readonly email: string;
  readonly ip: string;
  readonly device: string | null;
}

export type EnrolledRow = OperatorRow & { readonly password_hash: string };

/** An operator whose password and code were right. */
export interface VerifiedOperator {
  readonly row: EnrolledRow;
  readonly attempt: Attempt;
}

/** Verifies password and code together. @throws Refusal `wrongCredentials` or `secondFactor`; `accountLocked` or `tooManyRequests` after too many wrong ones */
export type VerifyFactors = (proof: Proof, from: Pick<Context, 'ip' | 'cookies'>) => Promise<VerifiedOperator>;

type Admitted = Awaited<ReturnType<LoginGuard['admit']>>;

/** An attempt that the log-in guard admitted. */
interface AdmittedAttempt {
  readonly row: OperatorRow | null;
  readonly attempt: Attempt;
  readonly admitted: Admitted;
}

export function createVerifyFactors(options: VerifyFactorsOptions): VerifyFactors {
  const { roster, guard, factorGuard, devices } = options;

  async function verifyPassword(password: string, { row, attempt, admitted }: AdmittedAttempt): Promise<EnrolledRow> {
    const isRight = await admitted.unlessUndecided(() =>
      roster.passwords.verify(row?.password_hash ?? null, password, hashRequesterOf(attempt)),
    );
    const { password_hash = null } = row ?? {};
    if (row !== null && isRight && row.disabled_at === null && password_hash !== null) {
      if (roster.isGenuine(row)) return { ...row, password_hash };
      await recordAlteredRow(options, row, attempt.ip);
    }
    await admitted.failed();
    throw refuse('wrongCredentials');
  }

  /** Wrong codes are counted apart from passwords, and the count outlives sessions: the password was right. */
  async function requireCode(row: OperatorRow, code: string, origin: Attempt): Promise<void> {
    const counted = await factorGuard.admit({ subject: `operator ${row.id}`, origin, kind: 'totp' });
    if (await counted.unlessUndecided(() => roster.useTotp(row, code))) return counted.succeeded();
    if (await counted.failed()) await recordFactorLock(options, row, origin.ip);
    throw refuse('wrongSecondFactor');
  }

  return async ({ name, password, code }, { ip, cookies }) => {
    const row = await roster.findByName(name);
    const attempt = { email: `operator ${name}`, ip, device: await devices.find(row?.id ?? null, cookies) };
    const entry = { row, attempt, admitted: await guard.admit(attempt) };
    const known = await verifyPassword(password, entry);
    if (code === undefined) {
      await entry.admitted.undecided();
      throw refuse('secondFactorNeeded');
    }
    await entry.admitted.unlessUndecided(() => requireCode(known, code, attempt));
    await entry.admitted.succeeded();
    return { row: known, attempt };
  };
}

/** A device that the operator used before takes precedence. Others share a queue per network, as anyone can reach the console. */
function hashRequesterOf({ device, ip }: Attempt): { rank: 'operator' | 'console'; from: string } {
  return device === null ? { rank: 'console', from: networkOf(ip) } : { rank: 'operator', from: device };
}

const factorLocked = 'operator.factorLocked';
const alarmedMs = 3_600_000;

async function recordFactorLock({ db, now }: VerifyFactorsOptions, { name }: OperatorRow, ip: string): Promise<void> {
  const target = `operator ${name}`;
  await db
    .transaction()
    .execute((transaction) =>
      writeAudit(transaction, { time: now(), operator: name, act: factorLocked, target, after: { ip } }),
    );
}

/** Records that the password is right but the row's MAC is not: role, password or name were changed in the database. */
async function recordAlteredRow({ db, now }: VerifyFactorsOptions, { name }: OperatorRow, ip: string): Promise<void> {
  const act = { time: now(), operator: name, act: 'operator.altered', target: `operator ${name}`, after: { ip } };
  await db.transaction().execute((transaction) => writeAudit(transaction, act));
}

/** Returns the operators whose codes were guessed until they were locked, within the last hour. */
export async function guessedOperators(db: Kysely<Tables>, time: number): Promise<string[]> {
  const latest = await readAudit(db, { limit: 20, act: factorLocked });
  return [...new Set(latest.filter((act) => act.time > time - alarmedMs).map((act) => act.operator))];
}
