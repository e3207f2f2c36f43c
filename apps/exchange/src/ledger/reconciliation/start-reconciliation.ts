import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { EventBus } from '../../database/event-bus.ts';
import { createJob, orAborted, type Job } from '../../platform/jobs.ts';
import type { Projector } from '../projection/projector.ts';
import type { BatchView, EngineHost } from '../replica/engine-host.ts';
import type { Gateway } from '../gateway.ts';
import { BooksWindow, type Expected } from './books-window.ts';
import { compareWindow } from './compare-window.ts';

export interface Sweeping {
  readonly pool: Pool;
  readonly host: EngineHost;
  readonly gateway: Pick<Gateway, 'submit'>;
  readonly projector: Pick<Projector, 'reached' | 'isWriting'>;
  readonly bulletin: Pick<EventBus, 'publish' | 'onEvent'>;
  readonly log: Logger;
  /** How often it is looked; 0: never. */
  readonly everyMs: number;
}

export interface BooksState {
  /** The first difference that was found, in this process or another; null as long as the books agree. */
  readonly difference: string | null;
}

export interface Reconciliation {
  readonly state: BooksState;
  /** Null where the books are not to be compared. */
  readonly job: Job | null;
}

/** A difference is looked at again after this long before it is believed. */
const lookAgainMs = 1_000;
const detailMost = 200;

/**
 * Compares the tables with the engine again and again, by what was posted, traded and ordered since the last look. Where they differ nothing is to be trusted:
 * all markets are halted, and no process takes anything any more that moves money, until somebody has looked and starts it anew.
 */
export function createReconciliation(options: Sweeping): Reconciliation {
  const { pool, host, projector, bulletin, log, everyMs } = options;
  const window = new BooksWindow(host.sequence);
  const state = { difference: null as string | null };
  bulletin.onEvent((news) => {
    if (news.kind === 'booksDiffer') state.difference ??= news.detail;
  });
  /** What is looked at; kept where looking failed, to be looked at again. */
  let expected: Expected | null = null;
  let isHalted = false;

  async function look(signal: AbortSignal): Promise<void> {
    expected ??= window.take(host.engine);
    const difference = await differenceIn(expected, signal);
    expected = null;
    if (difference === null) return;
    await halt((state.difference ??= difference));
  }

  /** Again and again until every process was told and every market is halted: while the journal takes nothing neither may be. */
  async function halt(detail: string): Promise<void> {
    bulletin.publish({ kind: 'booksDiffer', detail });
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
    log.fatal(
      { differences: differences.slice(0, 20), count: differences.length },
      'the books differ: trading is halted',
    );
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
      // Whoever writes the tables looks at them; the others begin when it is their turn.
      if (projector.isWriting) window.add(batch);
      else window.begin(batch.sequence);
    },
    recover: ({ sequence }) => window.begin(sequence),
  };
}

/** By the journal, so that every process knows, also after a start: an operator opens them again. False where one could not be. */
async function haltMarkets({ host, gateway, log }: Sweeping): Promise<boolean> {
  let areHalted = true;
  for (const [market, { symbol, state }] of host.engine.markets.entries()) {
    if (state === 'halted') continue;
    await gateway.submit({ type: 'setMarketState', market, state: 'halted' }).catch((error: unknown) => {
      areHalted = false;
      log.fatal({ err: error, symbol }, 'a market could not be halted');
    });
  }
  return areHalted;
}
