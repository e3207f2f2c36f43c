import { parseArgs } from 'node:util';
import type { AuditHead } from '../src/audit/audit-chain.ts';
import { requireSchema } from '../src/database/check-schema.ts';
import { reachDatabase } from '../src/database/reach-database.ts';
import type { BooksReport } from '../src/ledger/reconciliation/verify-books.ts';
import { readSettings } from '../src/config/settings.ts';
import { verifyApart } from '../src/ledger/reconciliation/verify-apart.ts';
import { printDifferences } from './print-differences.ts';

/** @throws Error if the value is not in the form that an earlier run printed */
function readAuditHead(): AuditHead | undefined {
  const { values } = parseArgs({ options: { 'audit-head': { type: 'string' } } });
  const text = values['audit-head'];
  if (text === undefined) return undefined;
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined)
    throw new Error('--audit-head needs the value that an earlier run printed: <acts>:<hash>');
  return { position: Number(position), hash };
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function printReport({ differences, audit, ...counts }: BooksReport): number {
  for (const [what, count] of Object.entries(counts)) say(`${what.padEnd(12)} ${count.toLocaleString('en')}`);
  say(
    `audit log    ${audit.position}:${audit.hash}   keep this elsewhere; later: npm run verify-books -- --audit-head ${audit.position}:…`,
  );
  return printDifferences(differences, 'The books are sound.') ? 0 : 1;
}

function printPoison(poison: string): number {
  say(`✗ ${poison}`);
  say('✗ No replica gets past this entry, so later entries could not be checked: follow docs/operations/faults.md.');
  return 1;
}

try {
  await using closing = new AsyncDisposableStack();
  const auditHead = readAuditHead();
  const settings = readSettings(process.env);
  const url = await reachDatabase(settings, closing);
  await requireSchema(url);
  const result = await verifyApart({
    url,
    archive: settings.archiveUrl,
    auditHead,
    say,
    maxCommandSeconds: settings.commandSeconds || 60,
  });
  process.exitCode = 'poison' in result ? printPoison(result.poison) : printReport(result.report);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
