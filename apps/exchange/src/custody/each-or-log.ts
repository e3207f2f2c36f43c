import type { Logger } from 'pino';
import { SignerUnavailable } from './signer-client.ts';

/**
 * Does something with each in turn; one that fails is logged, waits for the next time, and doesn't keep the others waiting.
 * @throws SignerUnavailable once all had their turn, where one of them needed the signer: that is one trouble, and not one for each
 */
export async function eachOrLog<T extends { readonly id: number }>(
  rows: readonly T[],
  log: Logger,
  what: string,
  act: (row: T) => Promise<void>,
): Promise<void> {
  let unavailable: SignerUnavailable | null = null;
  for (const row of rows) {
    try {
      await act(row);
    } catch (error) {
      if (error instanceof SignerUnavailable) unavailable = error;
      else log.error({ err: error, id: row.id }, `${what} could not be seen to; trying again`);
    }
  }
  if (unavailable) throw unavailable;
}
