import { readdirSync, readFileSync } from 'node:fs';

/** Returns PostgreSQL's main process and all its workers on Linux; elsewhere the main process alone, whose end soon ends the workers. */
export function postgresProcesses(server: number): number[] {
  if (process.platform !== 'linux') return [server];
  const workers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === server);
  return [server, ...workers.map(Number)];
}

export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It had already ended.
    }
  }
}

function parentOf(pid: string): number | null {
  try {
    // The program's name may contain spaces and brackets; the last bracket ends it.
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return Number(afterName.split(' ')[1]);
  } catch {
    return null;
  }
}
