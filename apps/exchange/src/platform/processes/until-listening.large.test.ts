import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { untilListening } from './until-listening.ts';

test('a socket file without a listener does not count', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fft-listening-'));
  const socket = join(folder, 'it.sock');
  const script = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', script, socket]), 'exit');
  expect(existsSync(socket)).toBe(true);
  await expect(untilListening(socket, 50)).rejects.toThrow(socket);

  await rm(socket);
  const waiting = untilListening(socket, 10_000);
  const server = createServer().listen(socket);
  await waiting;
  server.close();
  await rm(folder, { recursive: true });
});
