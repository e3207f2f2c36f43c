import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Incidents } from '../../platform/incidents.ts';
import type { Projector } from '../../ledger/projection/projector.ts';
import type { BatchEvents } from '../../ledger/replica/batch-events.ts';
import type { BatchView } from '../../ledger/replica/engine-host.ts';
import { MarketBoard } from './market-board.ts';
import { restoreBoard } from './restore-board.ts';
import { orAborted } from '../../platform/jobs.ts';
import type { Lifecycle } from '../../platform/lifecycle.ts';
import { retry } from '../../platform/retry.ts';

export interface BoardViewOptions {
  readonly db: Kysely<Tables>;
  readonly board: MarketBoard;
  readonly projector: Pick<Projector, 'reached'>;
  readonly incidents: Pick<Incidents, 'note'>;
  readonly now: () => number;
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
}

const backoff = { firstMs: 1_000, maxMs: 1_000 };

/** Feeds the board. If it fails on a batch, rebuilds it from the tables once they have the batch; until then it shows its last state. */
export function createBoardView({ db, board, projector, incidents, now, lifecycle }: BoardViewOptions): BatchView {
  /** Batches since the board failed; null while it works. */
  let missed: BatchEvents[] | null = null;
  const ended = new AbortController();

  async function rebuild({ sequence }: BatchEvents): Promise<void> {
    await orAborted(projector.reached(sequence, Infinity), ended.signal);
    const fresh = new MarketBoard();
    await restoreBoard(db, fresh, now());
    for (const batch of missed ?? []) fresh.add(batch);
    board.replaceWith(fresh);
    missed = null;
  }

  let rebuilding: Promise<unknown> = Promise.resolve();

  const onFailure = (error: unknown): void => incidents.note('board', error);

  // Does not wait for the tables, which may never have the batch.
  lifecycle.onClose(async () => {
    ended.abort();
    await rebuilding;
  });
  return {
    name: 'board',
    add: (batch) => {
      if (missed === null) board.add(batch);
      else missed.push(batch);
    },
    recover: (batch) => {
      missed = [];
      rebuilding = retry(() => rebuild(batch), { ...backoff, signal: ended.signal, onFailure }).catch(() => undefined);
    },
  };
}
