import type { Logger } from 'pino';

/** Does something with each in turn; one that fails is logged, waits for the next time, and doesn't keep the others waiting. */
export async function eachOrLog<T extends { readonly id: number }>(
  rows: readonly T[],
  log: Logger,
  what: string,
  act: (row: T) => Promise<void>,
): Promise<void> {
  for (const row of rows) {
    try {
      await act(row);
    } catch (error) {
      log.error({ err: error, id: row.id }, `${what} could not be seen to; trying again`);
    }
  }
}
