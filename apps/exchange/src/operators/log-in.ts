import { rightsOf, type consoleCalls, type Me } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import { FieldRefusal, Refusal } from '../http/refusal.ts';
import type { Handler } from '../http/route.ts';
import type { OperatorRow, Operator, Roster } from './roster.ts';
import type { OperatorSessions } from './sessions.ts';

/** Slows guessing down, as it does for customers. */
export interface Guard {
  admit(attempt: Attempt): Promise<void>;
  failed(attempt: Attempt): Promise<void>;
  undecided(attempt: Attempt): Promise<void>;
  succeeded(attempt: Attempt): Promise<void>;
}

interface Attempt {
  readonly email: string;
  readonly ip: string;
}

export interface LogInParts {
  readonly db: Kysely<Tables>;
  readonly roster: Roster;
  readonly sessions: OperatorSessions;
  readonly guard: Guard;
  /** @throws FieldRefusal where a new password is among the first that anybody tries */
  readonly refuseBadPassword: (password: { password: string; passwordConfirm: string }, name: string) => void;
  readonly now: () => number;
}

type Login = typeof consoleCalls.session.login;
type Input = Parameters<Handler<Login>>[0];

/** Opens a session by password and code; at the first log-in the authenticator app and a password of one's own are set up. */
export function createLogIn(parts: LogInParts): Handler<Login> {
  const { roster, guard, now } = parts;

  async function knownBy({ name, password }: Input, attempt: Attempt): Promise<OperatorRow> {
    const row = await roster.findByName(name);
    const isRight = await roster.passwords.verify(row?.password_hash ?? null, password);
    const isOver = row?.first_password_until != null && row.first_password_until <= now();
    if (row !== null && isRight && row.disabled_at === null && !isOver) return row;
    await guard.failed(attempt);
    throw new Refusal(Code.wrongCredentials, 'wrongCredentials');
  }

  async function requireCode(row: OperatorRow, code: string, attempt: Attempt): Promise<void> {
    if (await roster.useTotp(row, code)) return;
    await guard.failed(attempt);
    throw new Refusal(Code.secondFactor, 'wrongSecondFactor');
  }

  return async (input, { ip }) => {
    const attempt = { email: `operator ${input.name}`, ip };
    await guard.admit(attempt);
    const row = await knownBy(input, attempt);
    const isFirst = row.totp_confirmed === null || row.first_password_until !== null;
    if (input.code === undefined) {
      await guard.undecided(attempt);
      if (row.totp_confirmed === null) return { state: 'setUp', ...(await roster.beginTotp(row)) };
      throw new Refusal(Code.secondFactor, 'secondFactorNeeded');
    }
    if (isFirst) refuseNewPassword(parts, input);
    await requireCode(row, input.code, attempt);
    await guard.succeeded(attempt);
    return enter(parts, row, { ip, newPassword: isFirst ? (input.newPassword ?? null) : null });
  };
}

function refuseNewPassword({ refuseBadPassword }: LogInParts, { name, password, newPassword }: Input): void {
  if (newPassword === undefined) throw new FieldRefusal({ newPassword: 'blank' });
  if (newPassword === password) throw new FieldRefusal({ newPassword: 'passwordTooCommon' });
  refuseBadPassword({ password: newPassword, passwordConfirm: newPassword }, name);
}

interface Entering {
  readonly ip: string;
  /** Where it is the first log-in. */
  readonly newPassword: string | null;
}

async function enter({ db, roster, sessions, now }: LogInParts, row: OperatorRow, { ip, newPassword }: Entering) {
  const time = now();
  const passwordHash = newPassword === null ? null : await roster.passwords.hash(newPassword);
  const opened = await db.transaction().execute(async (transaction) => {
    const first = { first_password_until: null, totp_confirmed: time };
    await transaction
      .updateTable('operators')
      .set({ last_login: time, ...(passwordHash !== null && { ...first, password_hash: passwordHash }) })
      .where('id', '=', row.id)
      .execute();
    const act = passwordHash === null ? 'operator.enter' : 'operator.setUp';
    await writeAudit(transaction, { time, operator: row.name, act, target: `operator ${row.name}`, after: { ip } });
    return sessions.open(transaction, row.id, ip);
  });
  return { state: 'in' as const, ...opened, me: meOf(row) };
}

export function meOf({ id, name, role }: Operator): Me {
  return { id, name, role, rights: rightsOf(role) };
}
