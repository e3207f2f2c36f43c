import type { Kysely } from 'kysely';
import manifest from '../../package.json' with { type: 'json' };
import { raiseMinimum } from '../database/check-schema.ts';
import { isOlder } from '../database/is-older.ts';
import { findOlderProcesses } from '../database/older-processes.ts';
import type { Tables } from './room.ts';
import type { Outcome } from './replica/batch-events.ts';
import type { Untimed } from './untimed.ts';

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

type Cancelling = Untimed & { readonly type: 'cancel' | 'cancelAll' };
type Enter = (command: Untimed, resolve: (outcome: Outcome) => void, reject: (error: Error) => void) => void;

export function isCancel(command: Untimed): command is Cancelling {
  return command.type === 'cancel' || command.type === 'cancelAll';
}

export interface CancelEntry {
  readonly cancelGate: CancelGate;
  readonly enter: Enter;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
  readonly onError: (error: unknown) => void;
}

/** Cancels in every state of a market. Until the gate is open, what a halt keeps waits for its answer. */
export function enterCancel(command: Cancelling, { cancelGate, enter, resolve, reject, onError }: CancelEntry): void {
  const always = { ...command, always: true };
  if (cancelGate.isOpen) return enter(always, resolve, reject);
  const opening = (ifClosed: () => void): void => {
    cancelGate.open().then(
      (isOpen) => (isOpen ? enter(always, resolve, reject) : ifClosed()),
      (error: unknown) => {
        onError(error);
        ifClosed();
      },
    );
  };
  if (command.type === 'cancelAll') return opening(() => enter(command, resolve, reject));
  enter(
    command,
    (outcome) => {
      const isHalted = outcome.kind === 'rejected' && outcome.reason === 'marketNotOpen';
      if (isHalted) opening(() => resolve(outcome));
      else resolve(outcome);
    },
    reject,
  );
}
