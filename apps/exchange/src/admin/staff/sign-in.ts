import { rightsOf, type consoleCalls, type Me } from '@fft/console-contract';
import type { CallOutput } from '@fft/contract';
import type { Kysely } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { DeviceKeys } from '../../accounts/index.ts';
import type { OperatorPasskeys } from './passkeys.ts';
import type { VerifyFactors } from './verify-factors.ts';
import type { Operator, OperatorRow, Roster } from './roster.ts';
import type { OperatorSessions } from './sessions.ts';

export interface LogInOptions {
  readonly db: Kysely<Tables>;
  readonly sessions: OperatorSessions;
  readonly verifyFactors: VerifyFactors;
  readonly devices: DeviceKeys;
  readonly now: () => number;
}

type Login = typeof consoleCalls.session.login;

/** Opens a session by password and code, for an operator who has enrolled. */
export function createLogIn(options: LogInOptions): Handler<Login> {
  return async (input, context) => {
    const { row, attempt } = await options.verifyFactors(input, context);
    const entered = await openSession(options, row, { ip: attempt.ip, by: 'password' });
    await options.devices.remember(row.id, attempt.device, context.cookies);
    return entered;
  };
}

export interface PasskeyLogInOptions extends LogInOptions {
  readonly passkeys: OperatorPasskeys;
  readonly roster: Pick<Roster, 'isGenuine'>;
  /** Counts a wrong answer from an address. @throws Refusal `tooManyRequests` after too many */
  readonly countWrong: (ip: string) => Promise<void>;
}

/** Opens a session by a passkey, even if wrong passwords locked the account. The device verified its owner, so no code is required. */
export function createPasskeyLogIn(options: PasskeyLogInOptions): Handler<typeof consoleCalls.session.loginByPasskey> {
  const { db, passkeys, roster, devices, countWrong, now } = options;
  return async ({ response }, { ip, cookies }) => {
    const { row, isRight } = await passkeys.verify(response);
    const mayEnter = isRight && row?.password_hash != null && row.disabled_at === null && roster.isGenuine(row);
    if (row === null || !mayEnter) {
      await countWrong(ip);
      // No one names a passkey by chance: a copy may have been used, or it belongs to an operator whose access was revoked.
      if (row !== null) {
        const act = { time: now(), operator: row.name, act: 'operator.passkeyRefused', target: `operator ${row.name}` };
        await db.transaction().execute((transaction) => writeAudit(transaction, { ...act, after: { ip } }));
      }
      throw refuse('passkeyRefused');
    }
    const device = await devices.find(row.id, cookies);
    const entered = await openSession(options, row, { ip, by: 'passkey' });
    await devices.remember(row.id, device, cookies);
    return entered;
  };
}

interface SessionOrigin {
  readonly ip: string;
  readonly by: 'password' | 'passkey';
}

async function openSession(
  { db, sessions, now }: LogInOptions,
  row: OperatorRow,
  { ip, by }: SessionOrigin,
): Promise<CallOutput<Login>> {
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
    if (numUpdatedRows !== 1n) throw refuse('wrongCredentials');
    const act = { time, operator: row.name, act: 'operator.enter', target: `operator ${row.name}` };
    await writeAudit(transaction, { ...act, after: { ip, by } });
    return sessions.open(transaction, row.id, ip);
  });
  return { ...opened, me: meOf(row) };
}

export function meOf({ id, name, role }: Operator): Me {
  return { id, name, role, rights: rightsOf(role) };
}
