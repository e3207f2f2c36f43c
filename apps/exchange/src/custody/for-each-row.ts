import { SignerUnavailable } from './payments/signer-client.ts';

/**
 * Runs an action for each row in turn. A row that fails is reported, waits for the next round, and does not stop the others.
 * @throws SignerUnavailable after all rows had their turn, if one of them needed the signer: one outage, not one per row
 */
export async function forEachRow<T>(
  rows: readonly T[],
  act: (row: T) => Promise<void>,
  onError: (error: unknown, row: T) => void,
): Promise<void> {
  let unavailable: SignerUnavailable | null = null;
  for (const row of rows) {
    try {
      await act(row);
    } catch (error) {
      if (error instanceof SignerUnavailable) unavailable = error;
      else onError(error, row);
    }
  }
  if (unavailable) throw unavailable;
}
