import { Counter, Gauge, type Registry } from 'prom-client';
import type { Storage } from '../ledger/storage.ts';

type StandbyReader = NonNullable<Storage['reads']['standby']>;

/** Exports where lists are read. */
export function exportStandby(reader: Pick<StandbyReader, 'figures'>, registry: Registry): void {
  const registers = [registry];
  const reads: Counter<'from'> = new Counter({
    name: 'fft_standby_reads_total',
    help: 'Statements of lists and charts: read from a current standby, from the primary in its place, from a standby with an older state',
    labelNames: ['from'],
    registers,
    collect: () => {
      reads.reset();
      for (const [from, count] of Object.entries(reader.figures.reads)) reads.inc({ from }, count as number);
    },
  });
  const lag: Gauge = new Gauge({
    name: 'fft_standby_age_seconds',
    help: 'How old the state is that the standby for reading shows; +Inf if there is none',
    registers,
    collect: () => lag.set(reader.figures.lagMs / 1000),
  });
  const usable: Gauge = new Gauge({
    name: 'fft_standby_usable',
    help: '1 while a standby for reading is less than 5 seconds behind',
    registers,
    collect: () => usable.set(Number(reader.figures.isUsable)),
  });
}
