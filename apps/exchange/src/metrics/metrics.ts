import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { ClosedReason } from '../transport/http/connections.ts';
import type { Incidents } from '../platform/incidents.ts';
import type { JobRun } from '../platform/jobs.ts';
import type { BatchFigures } from '../ledger/gateway.ts';
import { WorstOfLate } from './worst-of-late.ts';

/** The metrics of a process. Names end with their unit. */
export interface Metrics {
  readonly batch: (figures: BatchFigures) => void;
  readonly answered: (path: string, code: number, ms: number) => void;
  /** Counts a connection that the server closed. */
  readonly connectionClosed: (reason: ClosedReason) => void;
  /** Notes by how much plans of a kind are late. */
  readonly late: (kind: 'twap' | 'recurring', ms: number) => void;
  readonly jobs: JobMetrics;
  /** All of the process's metrics. */
  readonly registry: Registry;
  /** Registers values that are read on each scrape. */
  watch(read: () => Readings): void;
}

/** Values at a moment. */
export interface Readings {
  readonly waitingCommands: number;
  readonly refusedForForm: number;
  readonly refusedByReplica: number;
  readonly refusedInJournal: number;
  readonly journalSequence: number;
  readonly projectedSequence: number;
  readonly waitingRows: number;
  readonly projectionLagSeconds: number;
  readonly isProjector: boolean;
  readonly isReady: boolean;
  readonly booksDiffer: boolean;
  readonly archiveDue: number;
  readonly openOrders: number;
  readonly sockets: number;
  readonly pushes: number;
  readonly droppedReaders: number;
  readonly cutSockets: number;
}

/** Prometheus' names; those that end in `_total` only rise. */
const readings: Readonly<Record<keyof Readings, readonly [name: string, help: string]>> = {
  waitingCommands: ['fft_gateway_waiting_commands', 'Commands waiting for their batch'],
  refusedForForm: ['fft_refused_form_total', 'Commands refused for their form, which the journal does not hold'],
  refusedByReplica: [
    'fft_refused_replica_total',
    'Commands refused by the state of the replica, which the journal does not hold',
  ],
  refusedInJournal: [
    'fft_refused_journal_total',
    'Refused and repeated commands of customers in the journal, through any process',
  ],
  journalSequence: ['fft_journal_sequence', 'Last journal entry applied by this process'],
  projectedSequence: ['fft_projection_sequence', 'Last journal entry written to the tables'],
  waitingRows: ['fft_projection_waiting_rows', 'Rows waiting to be written to the tables'],
  projectionLagSeconds: ['fft_projection_lag_seconds', 'Age in seconds of the oldest row not yet projected'],
  isProjector: ['fft_projection_writing', '1 if this process writes the tables'],
  isReady: ['fft_ready', '1 while commits end and the replica keeps up'],
  booksDiffer: ['fft_books_differ', '1 if tables and engine differ and trading is halted'],
  archiveDue: ['fft_archive_due_partitions', 'Partitions that should be in the archive and are not'],
  openOrders: ['fft_open_orders', 'Open orders'],
  sockets: ['fft_stream_sockets', 'Open sockets'],
  pushes: ['fft_stream_pushes_total', 'Messages sent to sockets'],
  droppedReaders: ['fft_stream_dropped_total', 'Readers dropped as too slow'],
  cutSockets: ['fft_stream_cut_total', 'Sockets closed for breaking a limit'],
};

const secondsBuckets = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/**
 * @param incidents its counts are exported by part
 * @param process this process's name among several of one machine: a label of all its metrics
 */
export function createMetrics(incidents: Pick<Incidents, 'counts'>, process?: string): Metrics {
  const registry = new Registry();
  if (process !== undefined) registry.setDefaultLabels({ process });
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const failures: Counter<'part'> = new Counter({
    name: 'fft_part_errors_total',
    help: "Errors of parts that aren't the ledger; the exchange goes on",
    labelNames: ['part'],
    registers,
    collect: () => {
      failures.reset();
      incidents.counts.forEach((count, part) => failures.inc({ part }, count));
    },
  });
  const commands = new Histogram({
    name: 'fft_batch_commands',
    help: 'Commands written to the journal together',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    registers,
  });
  const commit = seconds('fft_commit_seconds', 'Time from sending a batch to the journal until it is durable');
  const apply = seconds('fft_apply_seconds', 'Time from durable to applied and answered');
  /** Calls by path, and their answers by code: counting here costs an order a fifth of what the library's counter costs. */
  const answered = new Map<string, { seconds: Histogram.Internal<'path'>; byCode: Map<number, number> }>();
  const calls: Counter<'path' | 'code'> = new Counter({
    name: 'fft_calls_total',
    help: 'Calls answered',
    labelNames: ['path', 'code'],
    registers,
    collect: () => {
      calls.reset();
      for (const [path, { byCode }] of answered) for (const [code, count] of byCode) calls.inc({ path, code }, count);
    },
  });
  const callSeconds = seconds('fft_call_seconds', 'Duration of calls', ['path']);
  const closed = createClosedCounter(registers);

  function seconds<Label extends string>(name: string, help: string, labelNames: Label[] = []): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: secondsBuckets, registers });
  }

  return {
    batch: (figures) => {
      commands.observe(figures.commands);
      commit.observe(figures.commitMs / 1000);
      apply.observe(figures.applyMs / 1000);
    },
    answered: (path, code, ms) => {
      let counted = answered.get(path);
      if (!counted) answered.set(path, (counted = { seconds: callSeconds.labels({ path }), byCode: new Map() }));
      counted.byCode.set(code, (counted.byCode.get(code) ?? 0) + 1);
      counted.seconds.observe(ms / 1000);
    },
    connectionClosed: (reason) => closed.inc({ reason }),
    late: createLateMetrics(registers, () => performance.now()),
    jobs: createJobMetrics(registers),
    registry,
    watch: (read) => watchReadings(read, registers),
  };
}

function createClosedCounter(registers: Registry[]): Counter<'reason'> {
  return new Counter({
    name: 'fft_connections_closed_total',
    help: 'Connections that the server closed: no room, a flood, pipelining, an unread answer',
    labelNames: ['reason'],
    registers,
  });
}

/** How late plans are, by their kind: the worst of late, as plans come and go between two looks. */
function createLateMetrics(registers: Registry[], now: () => number): Metrics['late'] {
  const worstOf = (name: string, what: string): WorstOfLate => {
    const worst = new WorstOfLate(now);
    const gauge: Gauge = new Gauge({
      name,
      help: `Lateness in seconds of the latest ${what} of the last half minute`,
      registers,
      collect: () => gauge.set(worst.value() / 1000),
    });
    return worst;
  };
  const worst = {
    twap: worstOf('fft_twap_late_seconds', 'TWAP order'),
    recurring: worstOf('fft_recurring_late_seconds', 'recurring buy'),
  };
  return (kind, ms) => worst[kind].note(ms);
}

export interface JobMetrics {
  /** Exports a job that has not run yet. */
  started(name: string): void;
  ended(run: JobRun): void;
}

/** Runs, failures, duration and last success of jobs, by their names. */
function createJobMetrics(registers: Registry[]): JobMetrics {
  const labelNames = ['job'] as const;
  const runs = new Counter({ name: 'fft_job_runs_total', help: 'Runs of jobs that have ended', labelNames, registers });
  const failures = new Counter({
    name: 'fft_job_failures_total',
    help: 'Runs of jobs that failed',
    labelNames,
    registers,
  });
  const duration = new Histogram({
    name: 'fft_job_seconds',
    help: 'Duration of runs of jobs',
    labelNames,
    buckets: [0.001, 0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  const lastSuccess = new Gauge({
    name: 'fft_job_last_success_timestamp_seconds',
    help: 'Time at which the last run that succeeded ended; 0 before the first one',
    labelNames,
    registers,
  });
  return {
    started: (job) => {
      runs.inc({ job }, 0);
      failures.inc({ job }, 0);
      lastSuccess.set({ job }, 0);
    },
    ended: ({ name: job, ms, hasFailed }) => {
      runs.inc({ job });
      duration.observe({ job }, ms / 1000);
      if (hasFailed) failures.inc({ job });
      else lastSuccess.setToCurrentTime({ job });
    },
  };
}

function watchReadings(read: () => Readings, registers: Registry[]): void {
  for (const [key, [name, help]] of Object.entries(readings)) {
    const value = (): number => Number(read()[key as keyof Readings]);
    if (name.endsWith('_total')) watchCount({ name, help, registers }, value);
    else watchState({ name, help, registers }, value);
  }
}

interface Watched {
  readonly name: string;
  readonly help: string;
  readonly registers: Registry[];
}

function watchState(watched: Watched, value: () => number): void {
  const gauge: Gauge = new Gauge({ ...watched, collect: () => gauge.set(value()) });
}

/** Exports a source that counts from the start of the process as a counter. */
function watchCount(watched: Watched, value: () => number): void {
  const counter: Counter = new Counter({
    ...watched,
    collect: () => {
      counter.reset();
      counter.inc(value());
    },
  });
}
