import { secp256k1 } from '@noble/curves/secp256k1';
import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  encodeReserveSignature,
  LiabilityTree,
  liabilitiesRoot,
  type Proof,
  type Publication,
  reserveBytes,
} from './index.ts';

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

/** The package as users get it: packed, then installed from the file into an empty folder without a network. */
beforeAll(() => {
  const made = execFileSync('npm', ['run', '--silent', 'package'], { cwd: workspace, encoding: 'utf8', stdio: 'pipe' });
  const packed = join(workspace, '../..', made.trim().split('\n').at(-1) ?? '');
  writeFileSync(join(folder, 'package.json'), '{}');
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache'), packed];
  execFileSync('npm', install, { cwd: folder, stdio: 'pipe' });
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(join(workspace, 'dist'), { recursive: true, force: true });
});

test('has no dependencies', () => {
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@fft']);
  const installed = readdirSync(join(folder, 'node_modules/@fft/liabilities'));
  expect(installed.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json', 'verify-liabilities.js']);
});

test('reports that a proof holds', () => {
  expect(verify(publication, proof)).toEqual({
    status: 0,
    out: '✓ BTC on 2026-11-20: your 250 are part of the published 1000 (smallest units).\n',
  });
});

test('reports why a proof does not hold, and continues with the next', () => {
  const { status, out } = verify(publication, [{ ...proof, amount: '260' }, proof]);
  expect(status).toBe(1);
  expect(out.split('\n')).toEqual([
    '✗ BTC on 2026-11-20: the published total is not the one that your proof leads to.',
    '✓ BTC on 2026-11-20: your 250 are part of the published 1000 (smallest units).',
    '',
  ]);
});

/** The publication, signed by the wallet of a key that everyone knows. */
function signedPublication(): Publication {
  const secret = new Uint8Array(32).fill(0x11);
  const [chain, address] = ['ETH', '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'] as const;
  const root = liabilitiesRoot(publication) ?? '';
  const bytes = reserveBytes({ day: publication.day, root, chain, address }) ?? new Uint8Array();
  const signature = encodeReserveSignature(chain, secp256k1.sign(bytes, secret), secp256k1.getPublicKey(secret));
  return { ...publication, signatures: [{ chain, address, signature }] };
}

test('checks each signature of a wallet against its address', () => {
  const signed = signedPublication();
  const { status, out } = verify(signed, proof);
  expect([status, out]).toEqual([
    0,
    expect.stringMatching(/✓ 0x19E7\w+ on ETH: its key signed these totals of 2026-11-20/),
  ]);
  const older = verify({ ...signed, totals: [...signed.totals, { ...tree.total, asset: 'ETH' }] }, proof);
  expect([older.status, older.out]).toEqual([
    1,
    expect.stringMatching(/✗ 0x19E7\w+ on ETH: the signature is not by its key/),
  ]);
});

test('fails without any proof', () => {
  expect(verify(publication, []).status).toBe(1);
  expect(verify(signedPublication(), []).status).toBe(1);
});

test('names a file that is not JSON', () => {
  writeFileSync(join(folder, 'publication.json'), 'no');
  const { status, stderr } = run();
  expect(status).toBe(2);
  expect(stderr).toContain('publication.json is not valid JSON.');
});

function verify(published: unknown, proofs: unknown): { status: number | null; out: string } {
  writeFileSync(join(folder, 'publication.json'), JSON.stringify(published));
  writeFileSync(join(folder, 'proof.json'), JSON.stringify(proofs));
  const { status, stdout } = run();
  return { status, out: stdout };
}

/** Runs the command that npm installs. */
function run(): SpawnSyncReturns<string> {
  return spawnSync('npx', ['--offline', 'verify-liabilities', 'publication.json', 'proof.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
}
