import { createHash } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { createServer, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another process is using the data folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  constructor(folder: string) {
    super(`another FFT is running on the data folder ${folder}: stop it first, or set DATA_DIR to another folder`);
  }
}

export interface DataFolderLock {
  release(): Promise<void>;
}

/**
 * Locks a folder (created if missing) for this process until it releases the lock or dies in any way. The lock is a
 * listening socket, which the system closes with the process; no lock file can go stale.
 * @throws DataFolderInUse
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  await mkdir(folder, { recursive: true });
  const name = await socketName(folder);
  const server = (await listen(name)) ?? ((await removeIfDead(name)) ? await listen(name) : null);
  if (server === null) throw new DataFolderInUse(folder);
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Linux has socket names outside of the file system (with a leading zero byte) that vanish with their process. */
async function socketName(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const digest = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32);
  return process.platform === 'linux' ? `\0fft-data-${digest}` : join(tmpdir(), `fft-data-${digest}.sock`);
}

function listen(name: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(name, () => resolve(server));
  });
}

/** The socket file of a killed process remains, but nothing listens on it. */
async function removeIfDead(name: string): Promise<boolean> {
  if (name.startsWith('\0')) return false;
  const isAlive = await new Promise<boolean>((resolve) => {
    const socket = connect(name);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
  if (!isAlive) await rm(name, { force: true });
  return !isAlive;
}
