import { lowerCaseAddress } from '@fft/chains';
import type { TokenCheck } from '@fft/console-contract';
import type { AnyHandle } from '../database/rooms.ts';
import type { Seals } from '../authority/seals.ts';
import { writeAudit } from '../audit/audit.ts';
import { own } from './room.ts';
import { isUniqueViolation } from '../database/unique-violation.ts';
import { refuse } from './refusals.ts';
import { statementOfCheck } from './listed-tokens.ts';
import type { CheckedToken } from './tables.ts';
import { followedEvm } from './token-listing.ts';

const checksShown = 20;
const answeredAtOnce = 5;

export interface AskedCheck {
  readonly chain: string;
  readonly contract: string;
  readonly operator: string;
  readonly time: number;
}

/** Notes that an operator asked what a contract is; custody answers, in whatever process. @throws Refusal if the network isn't followed, or the contract is being checked */
export async function askTokenCheck(
  handle: AnyHandle,
  { chain, contract: named, operator, time }: AskedCheck,
): Promise<{ id: number }> {
  const db = own(handle);
  if (!(await followedEvm(db)).some((network) => network.chain === chain))
    throw refuse('tokenNetwork', { data: { field: 'chain' } });
  const contract = lowerCaseAddress(named);
  try {
    return await db.transaction().execute(async (transaction) => {
      const added = await transaction
        .insertInto('token_checks')
        .values({ chain, contract, operator, time, mac: null, answered: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeAudit(transaction, { time, operator, act: 'token.check', target: `token ${chain} ${contract}` });
      return added;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('tokenChecking');
    throw error;
  }
}

export function newestChecks(handle: AnyHandle): Promise<TokenCheck[]> {
  const db = own(handle);
  return db
    .selectFrom('token_checks')
    .select(['id', 'chain', 'contract', 'operator', 'time', 'answer'])
    .orderBy('id', 'desc')
    .limit(checksShown)
    .execute();
}

export interface WaitingCheck {
  readonly id: number;
  readonly chain: string;
  readonly contract: string;
}

/** The oldest checks of a network that custody hasn't answered. */
export function waitingChecks(handle: AnyHandle, chain: string): Promise<WaitingCheck[]> {
  const db = own(handle);
  return db
    .selectFrom('token_checks')
    .select(['id', 'chain', 'contract'])
    .where('chain', '=', chain)
    .where('answer', 'is', null)
    .orderBy('id')
    .limit(answeredAtOnce)
    .execute();
}

/** Keeps custody's answer, with a MAC. */
export async function answerCheck(
  handle: AnyHandle,
  authority: Pick<Seals, 'macOf'>,
  { check, answer, time }: { readonly check: WaitingCheck; readonly answer: CheckedToken; readonly time: number },
): Promise<void> {
  const db = own(handle);
  await db
    .updateTable('token_checks')
    .set({
      answer: JSON.stringify(answer),
      mac: authority.macOf(statementOfCheck({ ...check, answer })),
      answered: time,
    })
    .where('id', '=', check.id)
    .execute();
}
