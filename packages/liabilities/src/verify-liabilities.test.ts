import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiabilityTree, type Proof, type Publication } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'liabilities-'));
const workspace = join(import.meta.dirname, '..');
const nonce = 'ab'.repeat(32);
const tree = new LiabilityTree('BTC', [
  { customer: 'me', nonce, amount: 250n },
  { customer: 'other', nonce: 'cd'.repeat(32), amount: 750n },
]);
const publication: Publication = { day: '2026-11-20', sequence: '7', totals: [tree.total] };
const proof: Proof = {
  day: '2026-11-20',
  asset: 'BTC',
  customer: 'me',
  nonce,
  amount: '250',
  path: tree.path('me') ?? [],
};

/** As it is installed: packed, unpacked in an empty folder, run by node alone. */
beforeAll(() => {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: workspace, stdio: 'pipe' });
  const packed = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', packed], { cwd: folder });
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(join(workspace, 'dist'), { recursive: true, force: true });
});

test('says that a proof holds', () => {
  expect(verify(publication, proof)).toEqual({
    status: 0,
    out: '✓ BTC on 2026-11-20: your 250 are part of the published 1000 (smallest units).\n',
  });
});

test('says why one does not, and goes on with the next', () => {
  const { status, out } = verify(publication, [{ ...proof, amount: '260' }, proof]);
  expect(status).toBe(1);
  expect(out.split('\n')).toEqual([
    '✗ BTC on 2026-11-20: the published total is not the one that your proof leads to.',
    '✓ BTC on 2026-11-20: your 250 are part of the published 1000 (smallest units).',
    '',
  ]);
});

test('no proof at all is not a success', () => {
  expect(verify(publication, []).status).toBe(1);
});

test('a file that is not JSON is named', () => {
  writeFileSync(join(folder, 'publication.json'), 'no');
  const { status, stderr } = run();
  expect(status).toBe(2);
  expect(stderr).toContain("publication.json can't be read as JSON.");
});

function verify(published: unknown, proofs: unknown): { status: number | null; out: string } {
  writeFileSync(join(folder, 'publication.json'), JSON.stringify(published));
  writeFileSync(join(folder, 'proof.json'), JSON.stringify(proofs));
  const { status, stdout } = run();
  return { status, out: stdout };
}

function run(): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, ['package/dist/verify-liabilities.js', 'publication.json', 'proof.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
}
