import { createArchiveJob, type ArchiveState } from './archive/create-archive-job.ts';
import { Directory } from './listings/directory.ts';
import { openListings } from './listings/open-listings.ts';
import { createPartitionJob } from './partitions/create-partition-job.ts';
import { Projector } from './projection/projector.ts';
import { readPosition } from './projection/table-write.ts';
import { WriterThread } from './projection/writer-thread.ts';
import { createRetentionJob } from './retention/create-retention-job.ts';
import { createSnapshots } from './snapshots/create-snapshots.ts';
import { createPulse, type Pulse } from './lineage/pulse.ts';
import { resume } from './snapshots/resume.ts';
import type { ContextOf } from '../context.ts';
import { acquireLeadership } from '../platform/leader-election.ts';
import type { BatchView, EngineHost } from './replica/engine-host.ts';
import { type BatchFigures, Gateway } from './gateway.ts';
import { watchApplying } from './replica/apply-watch.ts';
import { Timekeeper } from './timekeeper.ts';
import { createReconciliation, type BooksState } from './reconciliation/reconciliation.ts';
import type { Job } from '../platform/jobs.ts';
import type { Pool } from 'pg';

/** The tables lack what the archive has already taken from them. */
class TablesBeforeArchive extends Error {
  override readonly name = 'TablesBeforeArchive';

  constructor(position: number, archived: number) {
    super(
      `The tables are at entry ${position}, but the archive has rows up to entry ${archived}: the projector would write them again, and they would count twice. Restore a backup, or see "Build the tables anew" in docs/operations/README.md`,
    );
  }
}

/** @throws TablesBeforeArchive if the tables were emptied while the archive's record stayed */
async function checkArchive(pool: Pool, position: number): Promise<void> {
  const { rows } = await pool.query<{ archived: number }>(
    'select coalesce(max(position), 0)::bigint as archived from archive_files',
  );
  const archived = rows[0]?.archived ?? 0;
  if (position < archived) throw new TablesBeforeArchive(position, archived);
}

/** The trading core: this process's engine replica, the write path, and the views they feed. */
export interface Ledger {
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly projector: Projector;
  readonly directory: Directory;
  readonly books: BooksState;
  readonly archive: ArchiveState;
  readonly pulse: Pulse;
  readonly jobs: readonly Job[];
}

export interface LedgerNeeds {
  /** Called with the figures of every batch. */
  readonly onBatch: (figures: BatchFigures) => void;
  readonly onFatal: (error: unknown) => void;
  /** Opens the other views of batches, before the journal is replayed. */
  readonly openViews: (projector: Projector) => Promise<readonly BatchView[]>;
  /** Called after the replay, before anything is added to the journal. */
  readonly beforeOpening?: ((host: EngineHost) => Promise<void>) | undefined;
}

/** Replays the journal into a new engine and opens the write path. Resolves once every entry is applied. */
export async function openLedger(context: ContextOf<'ledger'>, needs: LedgerNeeds): Promise<Ledger> {
  const { storage, incidents, say, now, lifecycle, isReady } = context;
  const { onBatch, onFatal, openViews, beforeOpening } = needs;
  const { journal, longRunning } = storage;
  const projector = await openProjector(context, onFatal);
  const { db } = longRunning;
  const position = () => readPosition(longRunning.pool);
  const { host } = await resume({ db, journal, position, say });
  watchCommands(host, context);
  host.onViewFailure(incidents.note);
  host.addView({ name: 'tables', add: (batch) => projector.add(batch) });
  for (const view of await openViews(projector)) host.addView(view);
  const head = await journal.head();
  if (head.sequence < projector.position) {
    throw new Error(
      `The journal ends at entry ${head.sequence}, but the tables are at ${projector.position}: this is an old copy or another journal`,
    );
  }
  const missing = head.sequence - host.sequence;
  if (missing > 0) say(`Replaying ${missing} journal entries …`);
  // Tables restored from an old copy may lack more rows than memory can hold.
  await host.catchUp(Infinity, undefined, () => projector.room());
  await beforeOpening?.(host);
  let books: BooksState | null = null;
  const gateway = new Gateway({
    journal,
    host,
    now,
    onFatal,
    // A start adds little itself, and a first start writes the demo's past.
    admits: () => !isReady() || (!projector.shouldRefuse && books?.difference == null),
    isHeld: () => isReady() && projector.shouldThrottle && !projector.shouldRefuse,
    onBatch,
    tracing: context.tracing,
    rejectionsPer10s: context.settings.rejectionsPer10s,
    onCallerError: (error) => incidents.note('answers', error),
  });
  lifecycle.onClose(() => gateway.close());
  await openListings(host, gateway, { addsToOld: context.settings.mode === 'demo' });
  const timekeeper = new Timekeeper({ host, gateway, now, onError: (error) => incidents.note('timekeeper', error) });
  lifecycle.onClose(() => timekeeper.close());
  const { reconciliation, archive, jobs } = createJobs(context, { host, gateway, projector });
  books = reconciliation.state;
  // A gateway always reads on: its own customers' orders come after entries of others.
  const room = context.isGateway ? undefined : () => projector.room();
  const following = await host.follow(onFatal, room);
  lifecycle.onClose(() => following.close());
  const pulse = createPulse({ journal, host, log: context.log });
  const directory = new Directory(host.engine, context.settings.ownNetworks);
  return { host, gateway, projector, directory, books, archive, pulse, jobs: [...jobs, pulse.job] };
}

/** Snapshots and the comparison of the books, as far as the settings have them. */
function createJobs(
  { storage, settings, log, now }: ContextOf<'ledger'>,
  { host, gateway, projector }: Pick<Ledger, 'host' | 'gateway' | 'projector'>,
) {
  const { eventBus, longRunning, url } = storage;
  const { pool, db } = longRunning;
  const snapshots = createSnapshots({
    order: { url, journalDays: settings.journalDays },
    db,
    log,
    everyCommands: settings.snapshotCommands,
    commandCount: () => host.engine.commandCount,
    isMine: () => projector.isWriting,
  });
  const everyMs = settings.booksCheckSeconds * 1_000;
  const reconciliation = createReconciliation({ pool, host, gateway, projector, eventBus, log, everyMs });
  const partitions = createPartitionJob({
    pool,
    log,
    now,
    period: settings.partitionPeriod,
    isMine: () => projector.isWriting,
  });
  const days = settings.unfilledOrderDays;
  const retention =
    days === null ? null : createRetentionJob({ pool, log, now, days, isMine: () => projector.isWriting });
  const archiving = openArchiving({ storage, settings, log, now }, () => projector.isWriting);
  const jobs = [
    partitions,
    ...(retention ? [retention] : []),
    ...(archiving ? [archiving.job] : []),
    ...(settings.snapshotCommands > 0 ? [snapshots] : []),
    ...(reconciliation.job ? [reconciliation.job] : []),
  ];
  return { reconciliation, archive: archiving?.state ?? { due: 0 }, jobs };
}

/** Null unless history goes to an archive. */
function openArchiving(
  { storage, settings, log, now }: Pick<ContextOf<'ledger'>, 'storage' | 'settings' | 'log' | 'now'>,
  isMine: () => boolean,
) {
  const { archiveUrl, archiveAfterMonths: months, dataDir } = settings;
  if (archiveUrl === null || months === null) return null;
  return createArchiveJob({ ...storage.longRunning, log, now, dataDir, archiveUrl, months, isMine });
}

/** Watches from the first entry on: a command that never ends would also block every start. */
function watchCommands(host: EngineHost, { settings, lifecycle }: ContextOf<'ledger'>): void {
  if (settings.commandSeconds === 0) return;
  const watch = watchApplying(settings.commandSeconds);
  lifecycle.onClose(() => watch.close());
  host.markBy(watch.mark);
}

/** The tables' writer: active in one process at a time, on standby in the others. */
async function openProjector(
  { storage, settings, log, lifecycle }: ContextOf<'ledger'>,
  onFatal: LedgerNeeds['onFatal'],
): Promise<Projector> {
  const mayWrite = settings.roles.includes('projector');
  const thread = mayWrite ? new WriterThread(storage.url) : null;
  lifecycle.onClose(() => thread?.close());
  const projector = new Projector({
    pool: storage.longRunning.pool,
    mayWrite,
    ...(thread && { executeWrite: (write) => thread.executeWrite(write) }),
    onError: (error) => log.error({ err: error }, 'projector.writeFailed'),
    onWentBack: onFatal,
  });
  await projector.open();
  await checkArchive(storage.longRunning.pool, projector.position);
  projector.standBy();
  if (mayWrite) {
    const role = acquireLeadership({
      url: storage.url,
      role: 'projector',
      onTaken: () => projector.takeOver(),
      onLost: () => projector.standBy(),
    });
    lifecycle.onClose(() => role.close());
  }
  // Drains before leadership is released, so that everything answered is in the tables, unless they cannot be written.
  lifecycle.onClose(() => projector.close());
  return projector;
}
