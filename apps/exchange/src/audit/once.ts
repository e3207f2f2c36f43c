import { Code } from '@fft/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../refusals/refusal.ts';

export interface OperatorRequest {
  readonly operator: string;
  /** Given by the program; undefined: each is another request. */
  readonly requestId: string | undefined;
  readonly body: unknown;
  readonly time: number;
}

/** Nobody sends anything again after this long. */
const keptMs = 7 * 86_400_000;

/**
 * Does what an operator asks for once for each of his ids: one whose answer was lost is answered as it was. Gives the number of what it made.
 * @throws Refusal 409 where the id was another request's
 */
export async function once(
  transaction: Transaction<Tables>,
  { operator, requestId, body, time }: OperatorRequest,
  work: () => Promise<number>,
): Promise<number> {
  if (requestId === undefined) return work();
  const text = JSON.stringify(body);
  const key = { operator, request_id: requestId };
  const isNew = await transaction
    .insertInto('operator_requests')
    .values({ ...key, body: text, result: null, time })
    .onConflict((conflict) => conflict.doNothing())
    .returning('time')
    .executeTakeFirst();
  if (isNew === undefined) {
    const before = await transaction
      .selectFrom('operator_requests')
      .select(['body', 'result'])
      .where('operator', '=', operator)
      .where('request_id', '=', requestId)
      .executeTakeFirstOrThrow();
    if (before.body !== text || before.result === null) throw new Refusal(Code.conflict, 'idConflict');
    return before.result;
  }
  await transaction
    .deleteFrom('operator_requests')
    .where('operator', '=', operator)
    .where('time', '<', time - keptMs)
    .execute();
  const result = await work();
  await transaction
    .updateTable('operator_requests')
    .set({ result })
    .where('operator', '=', operator)
    .where('request_id', '=', requestId)
    .execute();
  return result;
}
