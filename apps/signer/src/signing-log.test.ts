import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SigningLog } from './signing-log.ts';

test('keeps the lines of chains that the signer does not have, and reads the others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fft-signing-log-'));
  const file = join(folder, 'signed.jsonl');
  const former = { chain: 'GONE', purpose: 'withdrawal', reference: 1, txid: 'ab', amount: '60', fee: '1', time: 1 };
  const text = `${JSON.stringify(former)}\n{"sentBack":7,"number":3}\n`;
  writeFileSync(file, text);
  const memory = new SigningLog(file);
  expect(memory.sentBack(7)).toBe(3);
  expect(memory.evm('ETH').of({ purpose: 'withdrawal', reference: 1 })).toEqual([]);
  memory.close();
  expect(readFileSync(file, 'utf8')).toBe(text);
  rmSync(folder, { recursive: true });
});
