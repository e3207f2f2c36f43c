import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Attacks that need chains, a signer or their own tables. Each is a test that sets up its own exchange. */
const files = [
  ["a compromised exchange at the signer's socket", 'apps/signer/testing/attack'],
  [
    'payments of accounts that were frozen, locked or held',
    'apps/exchange/src/custody/payments/stopped-accounts.test.ts',
  ],
  ['rows of withdrawals altered in the database', 'apps/exchange/src/custody/payments/altered-withdrawals.test.ts'],
  ['what payers write to be taken for the bank', 'apps/exchange/src/banks/entries/payer-text.test.ts'],
  ['one name for a large withdrawal, at the command line', 'apps/exchange/cli/operator.deep.test.ts'],
  ['agreements planted in the database', 'apps/exchange/src/admin/planted-approvals.test.ts'],
  ["another customer's orders, money and papers", 'apps/exchange/testing/attacks/other-customer.test.ts'],
  ['numbers of any size in every field', 'apps/exchange/testing/attacks/hostile-numbers.test.ts'],
  ['heavy reads of a long past', 'apps/exchange/testing/attacks/heavy-reads.deep.test.ts'],
  ['sockets past their bounds', 'apps/exchange/testing/attacks/sockets.test.ts'],
] as const;

const root = join(import.meta.dirname, '../../../..');

/** Runs them one after the other, and returns the failures. */
export async function runStagedElsewhere(say: (line: string) => void): Promise<readonly string[]> {
  const wrongs: string[] = [];
  for (const [name, file] of files) {
    const vitest = ['vitest', 'run', '--reporter=dot', file];
    const ended = await promisify(execFile)('npx', vitest, { cwd: root, env: { ...process.env, NO_COLOR: '1' } }).catch(
      (error: unknown) => error as { stdout: string },
    );
    const counted = /Tests +(.+)/.exec(ended.stdout)?.[1]?.trim() ?? 'no test ran';
    const isSound = !('code' in ended) && counted.includes('passed');
    say(`${isSound ? '✓' : '✗'} ${name} (${file}): ${counted}`);
    if (!isSound) wrongs.push(`${name}: see npx vitest run ${file}`);
  }
  return wrongs;
}
