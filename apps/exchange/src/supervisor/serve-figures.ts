import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Settings } from '../config/settings.ts';
import { serveMetrics, type MetricsServer } from '../metrics/serve-metrics.ts';
import { mergeMetrics } from './merge-metrics.ts';
import type { Supervised } from './supervise.ts';

interface FiguresOptions extends NonNullable<Settings['metrics']> {
  readonly gateways: number;
  readonly supervised: Supervised;
  /** False while the processes are stopping. */
  readonly isServing: () => boolean;
}

/** Serves the metrics of all processes on one port, each with the label `process`, and the supervisor's own. */
export async function serveFigures({
  host,
  port,
  gateways,
  supervised,
  isServing,
}: FiguresOptions): Promise<MetricsServer> {
  const registry = ownMetrics(gateways, supervised);
  return serveMetrics({
    host,
    port,
    contentType: registry.contentType,
    read: async () => mergeMetrics([await registry.metrics(), ...(await supervised.ask<string>('figures'))]),
    isReady: async () => isServing() && (await supervised.ask<boolean>('isReady')).includes(true),
  });
}

/** The metrics of the supervisor itself. */
export function ownMetrics(
  gateways: number,
  { serving, restarts }: Pick<Supervised, 'serving' | 'restarts'>,
): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process: 'supervisor' });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const wanted = new Gauge({ name: 'fft_processes_wanted', help: 'Processes of this machine (GATEWAYS)', registers });
  wanted.set(gateways);
  const now: Gauge = new Gauge({
    name: 'fft_processes_serving',
    help: 'Those of them that serve',
    registers,
    collect: () => now.set(serving()),
  });
  const ends: Counter = new Counter({
    name: 'fft_process_ends_total',
    help: 'Ends of processes that nobody asked for; each was started again',
    registers,
    collect: () => {
      ends.reset();
      ends.inc(restarts());
    },
  });
  return registry;
}
