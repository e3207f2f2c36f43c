import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface RunItem {
  readonly root: string;
  readonly command: readonly string[];
  /** Added to this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly log: string;
  readonly maxSeconds: number;
}

export interface EndedItem {
  readonly result: 'passed' | 'failed' | 'outOfTime';
  readonly seconds: number;
}

/** Runs a command with all its output in a file. Past its time, ends it with every process that it started. */
export async function runItem({ root, command, environment, log, maxSeconds }: RunItem): Promise<EndedItem> {
  const [program = '', ...words] = command;
  mkdirSync(dirname(log), { recursive: true });
  const output = createWriteStream(log);
  await once(output, 'open');
  const begun = performance.now();
  // A process group of its own, which can be ended as a whole.
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', output, output],
    detached: true,
  });
  let isOutOfTime = false;
  const timer = setTimeout(() => {
    isOutOfTime = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, maxSeconds * 1000);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  output.end();
  const seconds = Math.round((performance.now() - begun) / 1000);
  return { result: isOutOfTime ? 'outOfTime' : code === 0 ? 'passed' : 'failed', seconds };
}

/** The last lines of an item's output. */
export function tailOf(log: string, lines = 60): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
