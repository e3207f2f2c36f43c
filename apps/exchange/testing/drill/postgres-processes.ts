import { readdirSync, readFileSync } from 'node:fs';

/** The server of PostgreSQL and all who work for it, on Linux; elsewhere the server alone, without which they end soon. */
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
      // It ended by itself.
    }
  }
}

function parentOf(pid: string): number | null {
  try {
    // The program's name, which may have spaces and brackets in it, ends with the last bracket.
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return Number(afterName.split(' ')[1]);
  } catch {
    return null;
  }
}
