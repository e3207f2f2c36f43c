import { rightsOf, type consoleCalls, type Me } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { Kysely } from 'kysely';
import { readAudit, writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import { networkOf } from '../http/rate-limits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Handler } from '../http/route.ts';
import type { DeviceKeys, FactorGuard, LoginGuard } from '../passport/index.ts';
import type { OperatorRow, Operator, Roster } from './roster.ts';
import type { OperatorSessions } from './sessions.ts';

export interface LogInParts {
  readonly db: Kysely<Tables>;
  readonly roster: Roster;
  readonly sessions: OperatorSessions;
  readonly guard: LoginGuard;
  readonly factorGuard: FactorGuard;
  readonly devices: DeviceKeys;
  readonly now: () => number;
}

/** Whose log-in it says to be, and where it comes from. */
interface Attempt {
  readonly email: string;
  readonly ip: string;
  readonly device: string | null;
}

type Admitted = Awaited<ReturnType<LoginGuard['admit']>>;
type Login = typeof consoleCalls.session.login;
type Input = Parameters<Handler<Login>>[0];

/** Opens a session by password and code, of an operator who has enrolled. */
export function createLogIn(parts: LogInParts): Handler<Login> {
  const { roster, guard, factorGuard, devices } = parts;

  async function knownBy({ password }: Input, { row, attempt, admitted }: Entry): Promise<EnrolledRow> {
    const isRight = await admitted.unlessUndecided(() =>
      roster.passwords.verify(row?.password_hash ?? null, password, askerOf(attempt)),
    );
    const { password_hash = null } = row ?? {};
    if (row !== null && isRight && row.disabled_at === null && password_hash !== null) return { ...row, password_hash };
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

  return async (input, { ip, cookies }) => {
    const row = await roster.findByName(input.name);
    const attempt = { email: `operator ${input.name}`, ip, device: await devices.find(row?.id ?? null, cookies) };
    const entry = { row, attempt, admitted: await guard.admit(attempt) };
    const known = await knownBy(input, entry);
    const { code } = input;
    if (code === undefined) {
      await entry.admitted.undecided();
      throw new Refusal(Code.secondFactor, 'secondFactorNeeded');
    }
    await entry.admitted.unlessUndecided(() => requireCode(known, code, attempt));
    await entry.admitted.succeeded();
    const entered = await enter(parts, known, attempt);
    await devices.remember(known.id, attempt.device, cookies);
    return entered;
  };
}

type EnrolledRow = OperatorRow & { readonly password_hash: string };

/** One log-in that was let in. */
interface Entry {
  readonly row: OperatorRow | null;
  readonly attempt: Attempt;
  readonly admitted: Admitted;
}

/** A device that the operator used before goes first; a console that anybody can reach has a line of its own. */
function askerOf({ device, ip }: Attempt): { rank: 'operator' | 'console'; from: string } {
  return device === null ? { rank: 'console', from: networkOf(ip) } : { rank: 'operator', from: device };
}

const factorLocked = 'operator.factorLocked';
const alarmedMs = 3_600_000;

/** Operators have no mailbox here: the audit log says it, and those who watch are alarmed. */
async function noteFactorLocked({ db, now }: LogInParts, { name }: OperatorRow, ip: string) {
  const target = `operator ${name}`;
  await db
    .transaction()
    .execute((transaction) =>
      writeAudit(transaction, { time: now(), operator: name, act: factorLocked, target, after: { ip } }),
    );
}

/** The operators whose codes were guessed within the last hour until they were locked. */
export async function guessedOperators(db: Kysely<Tables>, time: number): Promise<string[]> {
  const latest = await readAudit(db, { limit: 20, act: factorLocked });
  return [...new Set(latest.filter((act) => act.time > time - alarmedMs).map((act) => act.operator))];
}

async function enter({ db, sessions, now }: LogInParts, row: EnrolledRow, { ip }: Attempt) {
  const time = now();
  const opened = await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('operators')
      .set({ last_login: time })
      .where('id', '=', row.id)
      // An administrator may have disabled the account or reset its password since this call read it.
      .where('password_hash', '=', row.password_hash)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Refusal(Code.wrongCredentials, 'wrongCredentials');
    const act = { time, operator: row.name, act: 'operator.enter', target: `operator ${row.name}` };
    await writeAudit(transaction, { ...act, after: { ip } });
    return sessions.open(transaction, row.id, ip);
  });
  return { ...opened, me: meOf(row) };
}

export function meOf({ id, name, role }: Operator): Me {
  return { id, name, role, rights: rightsOf(role) };
}
