import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeDataFolder, type ExchangeProcess } from './exchange-process.ts';

/** Names the folder in which workers note their servers, each as a file with its process id as name and its data folder in it. */
const variable = 'E2E_SERVERS';

const placeOf = (pid: number): string => join(process.env[variable] ?? tmpdir(), String(pid));

/** Servers that outlive the worker that started them: a worker is ended without notice. */
export const serverNotes = {
  add: ({ pid, dataDir }: ExchangeProcess): void => writeFileSync(placeOf(pid), dataDir),
  remove: ({ pid }: ExchangeProcess): void => rmSync(placeOf(pid)),
  /** Begins the notes of a run. Returns what ends the servers that are left at its end. */
  begin: (): (() => Promise<void>) => {
    const folder = mkdtempSync(join(tmpdir(), 'fft-e2e-servers-'));
    process.env[variable] = folder;
    return async () => {
      await Promise.all(readdirSync(folder).map((pid) => end(Number(pid), readFileSync(join(folder, pid), 'utf8'))));
      rmSync(folder, { recursive: true });
    };
  },
};

/** Long enough for a busy machine; a process that no one reaps stays for ever. */
const mostLooks = 500;

async function end(pid: number, dataDir: string): Promise<void> {
  signal(pid, 'SIGTERM');
  for (let looks = 0; looks < mostLooks && signal(pid, 0); looks += 1) await delay(20);
  removeDataFolder(dataDir);
}

/** False if the process has ended. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
