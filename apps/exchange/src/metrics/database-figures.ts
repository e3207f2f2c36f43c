import { alarmKinds } from '@fft/console-contract';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { createJob, type Job } from '../platform/jobs.ts';

/** One row of figures. Lag and archiving need the role `pg_monitor` where the exchange isn't PostgreSQL's superuser. */
interface DatabaseRow {
  readonly connections: number;
  readonly connection_limit: number;
  readonly standbys: number;
  readonly standby_lag: number;
  readonly archive_age: number;
  readonly archive_fails: number;
  readonly unpartitioned: number;
}

const figuresQuery = `
  SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
    current_setting('max_connections')::int AS connection_limit,
    (SELECT count(*)::int FROM pg_stat_replication) AS standbys,
    (SELECT coalesce(max(extract(epoch FROM replay_lag)), 0)::float8 FROM pg_stat_replication) AS standby_lag,
    (SELECT CASE WHEN current_setting('archive_mode') = 'off' THEN 0
      ELSE coalesce(extract(epoch FROM now() - greatest(last_archived_time, stats_reset)), 0) END::float8 FROM pg_stat_archiver) AS archive_age,
    (SELECT (last_failed_time > coalesce(last_archived_time, '-infinity'))::int FROM pg_stat_archiver) AS archive_fails,
    (EXISTS (SELECT FROM orders_last) OR EXISTS (SELECT FROM fills_last) OR EXISTS (SELECT FROM postings_last))::int AS unpartitioned`;

const alarmsQuery = 'SELECT kind FROM alarms WHERE until IS NULL';

const gauges: Readonly<Record<keyof DatabaseRow, readonly [name: string, help: string]>> = {
  connections: ['fft_database_connections', 'Connections of clients to PostgreSQL'],
  connection_limit: ['fft_database_max_connections', 'Connections that PostgreSQL accepts'],
  standbys: ['fft_database_standbys', 'Standbys that follow the primary'],
  standby_lag: ['fft_database_standby_lag_seconds', 'Time until the slowest standby shows a commit'],
  archive_age: ['fft_database_archive_age_seconds', 'Time since WAL was archived; 0 where archiving is off'],
  archive_fails: ['fft_database_archive_fails', '1 while archiving of WAL fails'],
  unpartitioned: [
    'fft_database_partitions_missing',
    '1 while rows lie in a last partition: none was made for their time',
  ],
};

const everyMs = 15_000;

/** Reads the database's own figures and the operators' open alarms, so that monitoring has both. */
export function createDatabaseFigures(pool: pg.Pool, registry: Registry): { readonly jobs: readonly Job[] } {
  const registers = [registry];
  const figures = Object.entries(gauges).map(([key, [name, help]]) => {
    const gauge = new Gauge({ name, help, registers });
    return { key: key as keyof DatabaseRow, gauge };
  });
  const alarms = new Gauge({
    name: 'fft_open_alarms',
    help: "1 for each of the console's alarms that is open",
    labelNames: ['kind'],
    registers,
  });
  const job = createJob({
    name: 'metrics.database',
    everyMs,
    firstMs: 0,
    run: async () => {
      const [row] = (await pool.query<DatabaseRow>(figuresQuery)).rows;
      if (row !== undefined) for (const { key, gauge } of figures) gauge.set(row[key] ?? 0);
      const open = new Set((await pool.query<{ kind: string }>(alarmsQuery)).rows.map(({ kind }) => kind));
      for (const kind of alarmKinds) alarms.set({ kind }, open.has(kind) ? 1 : 0);
    },
  });
  return { jobs: [job] };
}
