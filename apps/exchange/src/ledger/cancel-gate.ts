import type { Kysely } from 'kysely';
import manifest from '../../package.json' with { type: 'json' };
import { raiseMinimum } from '../database/check-schema.ts';
import { isOlder } from '../database/is-older.ts';
import { findOlderProcesses } from '../database/older-processes.ts';
import type { Tables } from '../database/tables.ts';

/** The first version whose engine cancels in every state of a market. */
const first = '3.3.1';

/** Says if every process on this journal cancels in every state of a market. */
export interface CancelGate {
  readonly isOpen: boolean;
  /** Opens it if no older process runs. Returns whether it is open. */
  open(): Promise<boolean>;
}

/**
 * Keeps cancels of halted orders out of the journal while a version runs that rejects them: its books would differ. The first one raises the database's minimum
 * version, so that no older version starts later either.
 */
export function createCancelGate(db: Kysely<Tables>, version: string = manifest.version): CancelGate {
  const since = isOlder(version, first) ? version : first;
  const isAlone = async (): Promise<boolean> => (await findOlderProcesses(db, since)).length === 0;
  let isOpen = false;
  return {
    get isOpen() {
      return isOpen;
    },
    open: async () => {
      if (isOpen) return true;
      if (!(await isAlone())) return false;
      await raiseMinimum(db, since);
      // One that started meanwhile has read the minimum of before.
      isOpen = await isAlone();
      return isOpen;
    },
  };
}

/** For a ledger of one process. */
export const openCancelGate: CancelGate = { isOpen: true, open: () => Promise.resolve(true) };
