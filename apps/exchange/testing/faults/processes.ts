import { readdirSync, readFileSync } from 'node:fs';
import { until } from './until.ts';

/** The processes that `parent` started and whose commands name `program`, on Linux; elsewhere none are seen. */
export function childrenOf(parent: number, program = ''): readonly number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .map(Number)
    .filter((pid) => of(pid, 'status').includes(`\nPPid:\t${parent}\n`) && of(pid, 'cmdline').includes(program));
}

/** A server's main process and all its workers; the main process's end soon ends those that aren't seen. */
export function familyOf(main: number): readonly number[] {
  return [main, ...childrenOf(main)];
}

/** False for a process that has ended, also before its parent has asked how. */
export function isAlive(pid: number): boolean {
  const status = of(pid, 'status');
  return status !== '' && !status.includes('State:\tZ');
}

/** Kills these processes at once, or stops them, or lets them go on. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It had already ended.
    }
  }
}

/** Kills a process that may not be back from its last kill yet. */
export async function killOnceBack(find: () => number | null): Promise<void> {
  const look = async (): Promise<number | null> => {
    const pid = find();
    return pid !== null && isAlive(pid) ? pid : null;
  };
  signalAll([await until(look, 'a killed process did not come back', 60_000)]);
}

/** A program that runs below a shell, which ends with it; the shell's other child reads the input that ends both. */
export function programBelow(shell: number | null): number | null {
  const isProgram = (pid: number): boolean => !['sh', 'cat'].includes(of(pid, 'comm').trim());
  return shell === null ? null : (childrenOf(shell).find(isProgram) ?? null);
}

/** Empty for a process that has ended. */
function of(pid: number, file: 'status' | 'cmdline' | 'comm'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
