import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './data-folder-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('one process at a time holds a folder, under any of its paths', async () => {
  const lock = await lockDataFolder(folder);
  const alias = join(folder, 'alias');
  await symlink(folder, alias);
  await expect(lockDataFolder(alias)).rejects.toThrow(DataFolderInUse);
  await lock.release();
  const next = await lockDataFolder(folder);
  await next.release();
});

test('other folders are free, and a missing one is created', async () => {
  const locks = await Promise.all(['a', 'b/c'].map((name) => lockDataFolder(join(folder, name))));
  await Promise.all(locks.map((lock) => lock.release()));
  expect(await readdir(folder)).toEqual(['a', 'b']);
});

test('the lock of a killed process is free immediately', async () => {
  const source = new URL('data-folder-lock.ts', import.meta.url).href;
  const script = `import { lockDataFolder } from ${JSON.stringify(source)};
    await lockDataFolder(${JSON.stringify(folder)}); setInterval(() => {}, 1000); console.log('held');`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUse);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = await lockDataFolder(folder);
  await lock.release();
});
