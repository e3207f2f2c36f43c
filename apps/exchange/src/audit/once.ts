import type { AnyTransaction } from '../database/rooms.ts';
import { own } from './room.ts';
import { refuse } from './refusals.ts';

export interface OperatorRequest {
  readonly operator: string;
  /** Chosen by the client; undefined if each call is a new request. */
  readonly requestId: string | undefined;
  readonly body: unknown;
  readonly time: number;
}

/** Ids are kept for this long. */
const keptMs = 7 * 86_400_000;

/**
 * Executes an operator's request once per id: a retry after a lost response returns the same result. Returns the number of the created row.
 * @throws Refusal `conflict` if the id was used for a different request
 */
export async function once(
  handle: AnyTransaction,
  { operator, requestId, body, time }: OperatorRequest,
  work: () => Promise<number>,
): Promise<number> {
  const transaction = own(handle);
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
    if (before.body !== text || before.result === null) throw refuse('idConflict');
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
