import type { Logger } from 'pino';
import type { Incidents } from '../platform/incidents.ts';
import { Directory } from './listings/directory.ts';
import { openListings } from './listings/open-listings.ts';
import { Projector } from './projection/projector.ts';
import { readPosition } from './projection/table-write.ts';
import { WriterThread } from './projection/writer-thread.ts';
import type { Settings } from '../config/settings.ts';
import { keepSnapshots } from './snapshots/keep-snapshots.ts';
import { resume } from './snapshots/resume.ts';
import type { Storage } from './storage.ts';
import { acquireLeadership } from '../platform/leader-election.ts';
import type { BatchView, EngineHost } from './replica/engine-host.ts';
import { type BatchFigures, Gateway } from './gateway.ts';
import { watchApplying } from './replica/apply-watch.ts';
import { Timekeeper } from './timekeeper.ts';
import { startReconciliation, type BooksState } from './reconciliation/start-reconciliation.ts';

/** What trades: this process's replica of the engine, the way in, and the views that it feeds. */
export interface Ledger {
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly projector: Projector;
  readonly directory: Directory;
  readonly books: BooksState;
}

export interface LedgerOptions {
  readonly storage: Storage;
  readonly settings: Pick<
    Settings,
    'roles' | 'snapshotCommands' | 'journalDays' | 'booksCheckSeconds' | 'commandSeconds'
  >;
  readonly log: Logger;
  readonly incidents: Incidents;
  /** Called with what every batch took. */
  readonly onBatch: (figures: BatchFigures) => void;
  readonly say: (line: string) => void;
  readonly now: () => number;
  readonly closing: AsyncDisposableStack;
  readonly onFatal: (error: unknown) => void;
  /** Whether customers are served by now. */
  readonly isReady: () => boolean;
  /** Opens what else every batch is shown to, before the journal is replayed. */
  readonly openViews: (projector: Projector) => Promise<readonly BatchView[]>;
  /** Called when the journal is replayed and nothing has been added to it yet. */
  readonly beforeOpening?: (host: EngineHost) => Promise<void>;
}

/** Replays the journal into a new engine and opens the write path. Resolves when everything in the journal is applied. */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { storage, settings, incidents, say, now, closing, onFatal, beforeOpening, isReady } = options;
  const { journal, longRunning } = storage;
  const projector = await openProjector(options);
  const { db } = longRunning;
  const position = () => readPosition(longRunning.pool);
  const { host } = await resume({ db, journal, position, say });
  watchCommands(host, options);
  host.onViewFailure(incidents.note);
  host.addView({ name: 'tables', add: (batch) => projector.add(batch) });
  for (const view of await options.openViews(projector)) host.addView(view);
  const head = await journal.head();
  if (head.sequence < projector.position) {
    throw new Error(
      `The journal ends at entry ${head.sequence}, and the tables hold ${projector.position}: it is an old copy, or another one (NATS_URL)`,
    );
  }
  const missing = head.sequence - host.sequence;
  if (missing > 0) say(`Replaying ${missing} journal entries …`);
  // Tables that were restored from an old copy may lack more than the memory holds.
  await host.catchUp(Infinity, undefined, () => projector.room());
  await beforeOpening?.(host);
  let books: BooksState | null = null;
  const gateway = new Gateway({
    journal,
    host,
    now,
    onFatal,
    // What a start itself adds is little, and a first start has a past to write.
    admits: () => !isReady() || (!projector.shouldRefuse && books?.difference == null),
    isHeld: () => isReady() && projector.shouldThrottle && !projector.shouldRefuse,
    onBatch: options.onBatch,
    onCallerError: (error) => incidents.note('answers', error),
  });
  closing.defer(() => gateway.close());
  await openListings(host, gateway);
  const timekeeper = new Timekeeper({ host, gateway, now, onError: (error) => incidents.note('timekeeper', error) });
  closing.defer(() => timekeeper.close());
  if (settings.snapshotCommands > 0) {
    const keeping = keepSnapshots({
      order: { ...storage.journalPlace, journalDays: settings.journalDays },
      db,
      log: options.log,
      everyCommands: settings.snapshotCommands,
      commandCount: () => host.engine.commandCount,
      isMine: () => projector.isWriting,
    });
    closing.defer(() => keeping.close());
  }
  const { log } = options;
  const { bulletin } = storage;
  const { pool } = longRunning;
  const everyMs = settings.booksCheckSeconds * 1_000;
  books = startReconciliation({ pool, host, gateway, projector, bulletin, log, everyMs });
  closing.defer(() => books?.close());
  // A gateway reads on whatever waits: its own customers' orders are behind what others wrote.
  const room = settings.roles.includes('gateway') ? undefined : () => projector.room();
  const following = await host.follow(onFatal, room);
  closing.defer(() => following.close());
  return { host, gateway, projector, directory: new Directory(host.engine), books };
}

/** From the first entry on: one that never ends would end every start, too. */
function watchCommands(host: EngineHost, { settings, closing }: LedgerOptions): void {
  if (settings.commandSeconds === 0) return;
  const watch = watchApplying(settings.commandSeconds);
  closing.defer(() => watch.close());
  host.markBy(watch.mark);
}

/** The tables' writer: at work in one process at a time, in the others ready to take over. */
async function openProjector({ storage, settings, log, closing }: LedgerOptions): Promise<Projector> {
  const mayWrite = settings.roles.includes('projector');
  const thread = mayWrite ? new WriterThread(storage.url) : null;
  closing.defer(() => thread?.close());
  const projector = new Projector({
    pool: storage.longRunning.pool,
    mayWrite,
    ...(thread && { carryOut: (write) => thread.carryOut(write) }),
    onError: (error) => log.error({ err: error }, 'the tables could not be written; trying again'),
  });
  await projector.open();
  projector.standBy();
  if (mayWrite) {
    const role = acquireLeadership({
      url: storage.url,
      role: 'projector',
      onTaken: () => projector.takeOver(),
      onLost: () => projector.standBy(),
    });
    closing.defer(() => role.close());
  }
  // Before the role is given up: what is answered is in the tables, unless they can't be written.
  closing.defer(() => projector.close());
  return projector;
}
