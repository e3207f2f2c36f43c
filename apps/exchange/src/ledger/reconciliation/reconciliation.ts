import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { EventBus } from '../../database/event-bus.ts';
import { createJob, orAborted, type Job } from '../../platform/jobs.ts';
import type { Projector } from '../projection/projector.ts';
import { readPosition } from '../projection/table-write.ts';
import { TablesWentBack } from '../projection/tables-went-back.ts';
import type { BatchView, EngineHost } from '../replica/engine-host.ts';
import type { Gateway } from '../gateway.ts';
import { BooksWindow, type Expected } from './books-window.ts';
import { compareWindow } from './compare-window.ts';

export interface ReconciliationOptions {
  readonly pool: Pool;
  readonly host: EngineHost;
  readonly gateway: Pick<Gateway, 'submit'>;
  readonly projector: Pick<Projector, 'reached' | 'isWriting'>;
  readonly eventBus: Pick<EventBus, 'publish' | 'onEvent'>;
  readonly log: Logger;
  /** Interval of the checks; 0 disables them. */
  readonly everyMs: number;
}

export interface BooksState {
  /** The first difference found by any process; null while the books agree. */
  readonly difference: string | null;
}

export interface Reconciliation {
  readonly state: BooksState;
  /** Null where the books are not to be compared. */
  readonly job: Job | null;
}

/** A difference is confirmed after this wait before trading halts. */
const lookAgainMs = 1_000;
const detailMost = 200;

/**
 * Compares the tables with the engine periodically, over what was posted, traded and ordered since the last check. A difference means that nothing can be trusted:
 * all markets halt, and every process refuses commands that move money, until someone has investigated and restarted it.
 */
export function createReconciliation(options: ReconciliationOptions): Reconciliation {
  const { pool, host, projector, eventBus, log, everyMs } = options;
  const window = new BooksWindow(host.sequence);
  const state = { difference: null as string | null };
  eventBus.onEvent((news) => {
    if (news.kind === 'booksDiffer') state.difference ??= news.detail;
  });
  /** The window under comparison; kept for the next try if the comparison failed. */
  let expected: Expected | null = null;
  let isHalted = false;

  async function look(signal: AbortSignal): Promise<void> {
    expected ??= window.take(host.engine);
    const difference = await differenceIn(expected, signal);
    expected = null;
    if (difference === null) return;
    await halt((state.difference ??= difference));
  }

  /** Repeats until every process knows and every market is halted: while the journal is down, neither is possible. */
  async function halt(detail: string): Promise<void> {
    eventBus.publish({ kind: 'booksDiffer', detail });
    isHalted = await haltMarkets(options);
  }

  async function differenceIn(expected: Expected, signal: AbortSignal): Promise<string | null> {
    await orAborted(projector.reached(expected.to, Infinity), signal);
    const compare = (): Promise<string[]> => compareWindow(pool, expected, host.openRecord);
    if ((await compare()).length === 0) return null;
    await delay(lookAgainMs, undefined, { signal });
    const differences = await compare();
    const [first] = differences;
    if (first === undefined) return null;
    // Tables that a promotion put back differ too. The projector ends this process, and the next one writes what they lack.
    const position = await readPosition(pool);
    if (position < expected.to) throw new TablesWentBack(position, expected.to);
    log.fatal({ differences: differences.slice(0, 20), count: differences.length }, 'books.differ');
    return first.slice(0, detailMost);
  }

  if (everyMs > 0) host.addView(viewOf(window, projector));
  const job = createJob({
    name: 'ledger.reconciliation',
    everyMs,
    leaderOnly: () => projector.isWriting,
    run: async (signal) => {
      if (isHalted) return;
      await (state.difference === null ? look(signal) : halt(state.difference));
    },
  });
  return { state, job: everyMs > 0 ? job : null };
}

function viewOf(window: BooksWindow, projector: Pick<Projector, 'isWriting'>): BatchView {
  return {
    name: 'booksWindow',
    add: (batch) => {
      // Only the writer compares; the others start when they take over.
      if (projector.isWriting) window.add(batch);
      else window.begin(batch.sequence);
    },
    recover: ({ sequence }) => window.begin(sequence),
  };
}

/** Halts through the journal, so that every process knows, even after a restart; an operator reopens the markets. Returns false if one could not be halted. */
async function haltMarkets({ host, gateway, log }: ReconciliationOptions): Promise<boolean> {
  let areHalted = true;
  for (const [market, { symbol, state }] of host.engine.markets.entries()) {
    if (state === 'halted') continue;
    await gateway.submit({ type: 'setMarketState', market, state: 'halted' }).catch((error: unknown) => {
      areHalted = false;
      log.fatal({ err: error, symbol }, 'market.haltFailed');
    });
  }
  return areHalted;
}
