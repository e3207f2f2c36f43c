import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test("a program of the demo's chains that isn't there or can't be run is a problem", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fft-settings-'));
  const [program, text] = [join(folder, 'bitcoind'), join(folder, 'text')];
  await writeFile(program, '', { mode: 0o700 });
  await writeFile(text, '', { mode: 0o600 });
  for (const name of ['LITECOIND_PATH', 'BITCOIND_PATH'] as const) {
    expect(readSettings({ [name]: program }).demoPrograms[name]).toBe(program);
    for (const wrong of [join(folder, 'none'), text, folder])
      expect(() => readSettings({ [name]: wrong })).toThrow(
        `${name} must be the path of a program on this machine that may be run`,
      );
  }
  // Chains run in folders of their own.
  expect(readSettings({ BITCOIND_PATH: relative(process.cwd(), program) }).demoPrograms.BITCOIND_PATH).toBe(program);
  await rm(folder, { recursive: true });
});
