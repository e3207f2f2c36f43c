import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Choose } from '../made-up-bank.ts';
import type { Importer, RunExchange } from './open-runs.ts';

/** What an importing process is told. */
export interface Order {
  readonly file: string;
  readonly time: number;
  /** It kills itself at the statement after so many; null if another does, or none. */
  readonly statements: number | null;
  readonly moment: (typeof moments)[number];
}

const moments = ['before', 'sent', 'answered'] as const;

interface Importing {
  readonly child: ChildProcess;
  /** Lines of its output. */
  readonly lines: AsyncIterator<string>;
}

/** Processes that take over files and are killed meanwhile. */
export interface ImportingProcesses {
  /** How many were killed. */
  readonly killed: () => number;
  importer(exchange: RunExchange, choose: Choose): Importer;
  close(): void;
}

/** Statements of an import and of what follows, about. */
const maxStatements = 120;
const maxDelayMs = 60;

export function startImporting(databaseUrl: string): ImportingProcesses {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATABASE_URL: databaseUrl,
  };
  let killed = 0;
  const start = async (): Promise<Importing> => {
    const program = join(import.meta.dirname, 'importing-process.ts');
    const child = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const output: Interface = createInterface({ input: child.stdout });
    const lines = output[Symbol.asyncIterator]();
    if ((await lines.next()).value !== 'ready') throw new Error('the importing process did not start');
    return { child, lines };
  };
  // One works, and the next one starts meanwhile.
  const ready = [start(), start()];
  const importBy = async (order: Order, killAfterMs: number | null): Promise<void> => {
    const { child, lines } = await (ready[0] as Promise<Importing>);
    const ended = once(child, 'exit');
    child.stdin?.write(`${JSON.stringify(order)}\n`);
    const done = lines.next();
    if (killAfterMs !== null) {
      await delay(killAfterMs);
      child.kill('SIGKILL');
    }
    if (killAfterMs === null && (await done).value === 'done') return;
    const [, signal] = (await ended) as [number | null, string | null];
    if (signal !== 'SIGKILL') throw new Error('the importing process failed');
    killed += 1;
    void ready.shift();
    ready.push(start());
  };
  return {
    killed: () => killed,
    importer:
      ({ ledger, side }, choose) =>
      async (file) => {
        const bySelf = choose(2) === 0;
        const moment = moments[choose(moments.length)] ?? 'before';
        const order = { file, time: ledger.now(), statements: bySelf ? choose(maxStatements) : null, moment };
        if (choose(4) > 0) await importBy(order, bySelf ? null : choose(maxDelayMs));
        // The same file again, by a process that lives.
        await ledger.host.catchUp();
        await side.take(file);
        await side.credit();
        await ledger.host.catchUp();
      },
    close: () => {
      for (const each of ready) void each.then(({ child }) => child.kill('SIGKILL'));
    },
  };
}
