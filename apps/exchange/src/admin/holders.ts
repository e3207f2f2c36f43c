import { actNames, acts, mayDo, type Right, type Role } from '@fft/console-contract';
import type { Transaction } from 'kysely';
import type { Tables } from './room.ts';
import type { Roster } from './staff/roster.ts';

/** Rights of acts that take two operators. */
const rightsOfTwo: readonly Right[] = [...new Set(actNames.map((act) => acts[act].agrees))];
const enough = 2;
const holders = (of: readonly Role[], right: Right): number => of.filter((each) => mayDo(each, right)).length;

/** What an operator becomes: another role, or nobody who can log in (null). */
export interface Becoming {
  readonly id: number;
  readonly role: Role | null;
}

/**
 * The rights which fewer than two operators could use afterwards, and more can now: what takes two would wait for ever. Those who never enrolled, whose
 * access is revoked or whose row was altered can't use a right. It locks the operators, so that of two concurrent changes the second sees the first.
 */
export async function rightsLeftShort(
  transaction: Transaction<Tables>,
  roster: Pick<Roster, 'isGenuine'>,
  { id, role }: Becoming,
): Promise<readonly Right[]> {
  const rows = await transaction.selectFrom('operators').selectAll().orderBy('id').forUpdate().execute();
  const able = rows.filter(
    (row) =>
      row.disabled_at === null && row.password_hash !== null && row.totp_confirmed !== null && roster.isGenuine(row),
  );
  const after = able.flatMap((row) => (row.id === id ? (role === null ? [] : [role]) : [row.role]));
  const before = able.map((row) => row.role);
  return rightsOfTwo.filter((right) => {
    const left = holders(after, right);
    return left < enough && left < holders(before, right);
  });
}
