import { places, type Processes, startProcesses, tablesReached } from '../exchange/processes.ts';
import { familyUs, processorUs } from '../exchange/processor-time.ts';
import type { Trader } from '../exchange/orders.ts';
import { doors, tradersOf } from './exchange-rows.ts';
import { compareInTurns, type Figures, type Pair } from './row.ts';

interface Side {
  readonly processes: Processes;
  readonly traders: readonly Trader[];
}

const names = { gateway: 'gateway, µs an order', follower: 'follower, µs an order', tables: 'tables, µs an order' };

/** What an order costs the gateway that takes it, one that follows, and the tables' writer, each a process of its own. */
export async function compareProcesses(trees: Pair<string>): Promise<void> {
  const started: Side[] = [];
  try {
    for (const tree of trees) {
      const processes = await startProcesses({ tree, server: 'dist/main.js' });
      started.push({ processes, traders: [] });
      const traders = await tradersOf(tree, processes.servers.gateway.url);
      started[started.length - 1] = { processes, traders };
    }
    const [before, now] = started;
    if (before === undefined || now === undefined) throw new Error('a side has not started');
    for (const door of Object.keys(doors)) {
      const measure = (side: Side, run: string) => costsOf(door, side, `p${run}`);
      for (const side of [before, now]) await measure(side, `warm-${door.length}`);
      await compareInTurns(door, [before, now], measure);
    }
  } finally {
    for (const { processes } of started) await processes.stop();
  }
}

async function costsOf(door: string, { processes, traders }: Side, run: string): Promise<Figures> {
  const { servers, database, postgres } = processes;
  const spent = (): Figures => ({
    ...Object.fromEntries(places.map((place) => [names[place], processorUs(servers[place].pid)])),
    'PostgreSQL, µs an order': familyUs(postgres),
  });
  const before = spent();
  const { accepted = 0 } = (await doors[door]?.({ url: servers.gateway.url, traders, run })) ?? {};
  await tablesReached(database);
  const after = spent();
  return Object.fromEntries(Object.entries(after).map(([name, us]) => [name, (us - (before[name] ?? 0)) / accepted]));
}
