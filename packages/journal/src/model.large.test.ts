import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDebianProgram } from '@fft/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const model = join(import.meta.dirname, '../model/journal.pml');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fft-model-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Spin's report after visiting every state of the model, or those up to the first that breaks a promise. */
async function verify(variant?: string): Promise<string> {
  const spin = await findDebianProgram({ name: 'spin', package: 'spin', variable: 'SPIN_PATH', version: '-V' });
  const options = { cwd: folder, encoding: 'utf8' } as const;
  execFileSync(spin, ['-a', ...(variant === undefined ? [] : [`-D${variant}`]), model], options);
  // No optimisation: compiling takes longer than checking.
  execFileSync('cc', ['-w', '-DSAFETY', '-o', 'pan', 'pan.c'], options);
  return spawnSync(join(folder, 'pan'), ['-m1000000'], options).stdout;
}

test('no interleaving loses an answered batch, performs a denied one, or writes one twice', async () => {
  const report = await verify();
  expect(report).toContain('errors: 0');
  expect(Number(/(\d+) states, stored/.exec(report)?.[1])).toBeGreaterThan(100_000);
}, 60_000);

test.each(['ANSWER_BEFORE_STANDBY', 'FIND_WITHOUT_FLUSH', 'FIND_WITHOUT_MARK', 'FORGET_AT_RESTART', 'NO_FENCE'])(
  'the model finds what breaks with %s',
  async (variant) => {
    const report = await verify(variant);
    expect(report).toContain('errors: 1');
    expect(report).toContain('assertion violated');
  },
  60_000,
);
