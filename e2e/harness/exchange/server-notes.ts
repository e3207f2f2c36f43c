import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeDataFolder, type ExchangeProcess } from './exchange-process.ts';

/** Environment variable with the notes' folder. It has one file per server: the name is the process id, the content is the data folder. */
const variable = 'E2E_SERVERS';

const placeOf = (pid: number): string => join(process.env[variable] ?? tmpdir(), String(pid));

/** Notes of running servers. A server may outlive its worker, because a worker ends without notice. */
export const serverNotes = {
  add: ({ pid, dataDir }: ExchangeProcess): void => writeFileSync(placeOf(pid), dataDir),
  remove: ({ pid }: ExchangeProcess): void => rmSync(placeOf(pid)),
  /** Begins the notes of a run. Returns a function that stops the remaining servers at the run's end. */
  begin: (): (() => Promise<void>) => {
    const folder = mkdtempSync(join(tmpdir(), 'fft-e2e-servers-'));
    process.env[variable] = folder;
    return async () => {
      await Promise.all(readdirSync(folder).map((pid) => end(Number(pid), readFileSync(join(folder, pid), 'utf8'))));
      rmSync(folder, { recursive: true });
    };
  },
};

/** Maximum number of checks, 20 ms apart: enough for a busy machine. A zombie process would never pass the check. */
const mostLooks = 500;

async function end(pid: number, dataDir: string): Promise<void> {
  signal(pid, 'SIGTERM');
  for (let looks = 0; looks < mostLooks && signal(pid, 0); looks += 1) await delay(20);
  removeDataFolder(dataDir);
}

/** Sends a signal. Returns false if the process has ended. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
