import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Incidents } from '../../platform/incidents.ts';
import type { Projector } from '../../ledger/projection/projector.ts';
import type { BatchEvents } from '../../ledger/replica/batch-events.ts';
import type { BatchView } from '../../ledger/replica/engine-host.ts';
import { MarketBoard } from './market-board.ts';
import { restoreBoard } from './restore-board.ts';

export interface BoardParts {
  readonly db: Kysely<Tables>;
  readonly board: MarketBoard;
  readonly projector: Pick<Projector, 'reached'>;
  readonly incidents: Pick<Incidents, 'note'>;
  readonly now: () => number;
  readonly closing: AsyncDisposableStack;
}

const againMs = 1_000;

/** Feeds the board. Where it fails on a batch it is built again from the tables, once they have the batch; until then it shows what it showed. */
export function keepBoard({ db, board, projector, incidents, now, closing }: BoardParts): BatchView {
  /** What came since the board failed; null while it is sound. */
  let missed: BatchEvents[] | null = null;
  const ended = new AbortController();

  async function rebuild({ sequence }: BatchEvents): Promise<void> {
    await projector.reached(sequence, Infinity);
    const fresh = new MarketBoard();
    await restoreBoard(db, fresh, now());
    for (const batch of missed ?? []) fresh.add(batch);
    board.becomes(fresh);
    missed = null;
  }

  async function rebuildUntilDone(failed: BatchEvents): Promise<void> {
    while (missed !== null && !ended.signal.aborted) {
      try {
        await rebuild(failed);
      } catch (error) {
        incidents.note('board', error);
        await delay(againMs, undefined, { signal: ended.signal }).catch(() => undefined);
      }
    }
  }

  // Nothing is waited for: the tables may never come to have it.
  closing.defer(() => ended.abort());
  return {
    name: 'board',
    add: (batch) => {
      if (missed === null) board.add(batch);
      else missed.push(batch);
    },
    recover: (batch) => {
      missed = [];
      void rebuildUntilDone(batch);
    },
  };
}
