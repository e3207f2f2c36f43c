import type { Logger } from 'pino';
import { SignerUnavailable } from './signer-client.ts';

/**
 * Runs an action for each row in turn. A failure is logged under the given event, waits for the next round, and does not stop the others.
 * @throws SignerUnavailable after all rows had their turn, if one of them needed the signer: one outage, not one per row
 */
export async function eachOrLog<T extends { readonly id: number }>(
  rows: readonly T[],
  log: Logger,
  event: string,
  act: (row: T) => Promise<void>,
): Promise<void> {
  let unavailable: SignerUnavailable | null = null;
  for (const row of rows) {
    try {
      await act(row);
    } catch (error) {
      if (error instanceof SignerUnavailable) unavailable = error;
      else log.error({ err: error, id: row.id }, event);
    }
  }
  if (unavailable) throw unavailable;
}
