import { Code } from '@fft/contract';
import type { Kysely } from 'kysely';
import { readAudit, writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import type { Context } from '../transport/http/context.ts';
import { networkOf } from '../transport/http/rate-limits.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { DeviceKeys, FactorGuard, LoginGuard } from '../accounts/index.ts';
import type { OperatorRow, Roster } from './roster.ts';

export interface ProofParts {
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

/** Whose log-in it says to be, and where it comes from. */
export interface Attempt {
  readonly email: string;
  readonly ip: string;
  readonly device: string | null;
}

export type EnrolledRow = OperatorRow & { readonly password_hash: string };

/** An operator who showed who they are. */
export interface Proven {
  readonly row: EnrolledRow;
  readonly attempt: Attempt;
}

/** Looks at password and code together. @throws Refusal 1002, 1105, and 401 or 429 while there were too many wrong ones */
export type Prove = (proof: Proof, from: Pick<Context, 'ip' | 'cookies'>) => Promise<Proven>;

type Admitted = Awaited<ReturnType<LoginGuard['admit']>>;

/** One attempt that was let in. */
interface Entry {
  readonly row: OperatorRow | null;
  readonly attempt: Attempt;
  readonly admitted: Admitted;
}

export function createProve(parts: ProofParts): Prove {
  const { roster, guard, factorGuard, devices } = parts;

  async function knownBy(password: string, { row, attempt, admitted }: Entry): Promise<EnrolledRow> {
    const isRight = await admitted.unlessUndecided(() =>
      roster.passwords.verify(row?.password_hash ?? null, password, hashRequesterOf(attempt)),
    );
    const { password_hash = null } = row ?? {};
    if (row !== null && isRight && row.disabled_at === null && password_hash !== null) {
      if (roster.isGenuine(row)) return { ...row, password_hash };
      await noteAltered(parts, row, attempt.ip);
    }
    await admitted.failed();
    throw new Refusal(Code.wrongCredentials, 'wrongCredentials');
  }

  /** Wrong codes have a count of their own, which outlives sessions: the password was right. */
  async function requireCode(row: OperatorRow, code: string, origin: Attempt): Promise<void> {
    const counted = await factorGuard.admit({ subject: `operator ${row.id}`, origin, kind: 'totp' });
    if (await counted.unlessUndecided(() => roster.useTotp(row, code))) return counted.succeeded();
    if (await counted.failed()) await noteFactorLocked(parts, row, origin.ip);
    throw new Refusal(Code.secondFactor, 'wrongSecondFactor');
  }

  return async ({ name, password, code }, { ip, cookies }) => {
    const row = await roster.findByName(name);
    const attempt = { email: `operator ${name}`, ip, device: await devices.find(row?.id ?? null, cookies) };
    const entry = { row, attempt, admitted: await guard.admit(attempt) };
    const known = await knownBy(password, entry);
    if (code === undefined) {
      await entry.admitted.undecided();
      throw new Refusal(Code.secondFactor, 'secondFactorNeeded');
    }
    await entry.admitted.unlessUndecided(() => requireCode(known, code, attempt));
    await entry.admitted.succeeded();
    return { row: known, attempt };
  };
}

/** A device that the operator used before goes first; a console that anybody can reach has a line of its own. */
function hashRequesterOf({ device, ip }: Attempt): { rank: 'operator' | 'console'; from: string } {
  return device === null ? { rank: 'console', from: networkOf(ip) } : { rank: 'operator', from: device };
}

const factorLocked = 'operator.factorLocked';
const alarmedMs = 3_600_000;

async function noteFactorLocked({ db, now }: ProofParts, { name }: OperatorRow, ip: string): Promise<void> {
  const target = `operator ${name}`;
  await db
    .transaction()
    .execute((transaction) =>
      writeAudit(transaction, { time: now(), operator: name, act: factorLocked, target, after: { ip } }),
    );
}

/** The password is right and the row isn't what was written: somebody changed role, password or name in the database. */
async function noteAltered({ db, now }: ProofParts, { name }: OperatorRow, ip: string): Promise<void> {
  const act = { time: now(), operator: name, act: 'operator.altered', target: `operator ${name}`, after: { ip } };
  await db.transaction().execute((transaction) => writeAudit(transaction, act));
}

/** The operators whose codes were guessed within the last hour until they were locked. */
export async function guessedOperators(db: Kysely<Tables>, time: number): Promise<string[]> {
  const latest = await readAudit(db, { limit: 20, act: factorLocked });
  return [...new Set(latest.filter((act) => act.time > time - alarmedMs).map((act) => act.operator))];
}
