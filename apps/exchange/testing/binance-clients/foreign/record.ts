import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foreignClients, type ForeignClient } from './clients.ts';
import type { ClientRun } from './client-run.ts';

const recordPath = join(import.meta.dirname, 'record.json');

/** What the last `npm run clients` saw of a client. */
export interface RecordedRun {
  readonly version: string;
  /** UTC, as in ISO 8601. */
  readonly day: string;
  readonly seconds: number;
  readonly orders: number;
  readonly fills: number;
  /** Pauses in which its views were those of REST. */
  readonly comparisons: number;
  /** Empty if nothing differed. */
  readonly wrong: string;
}

export type ClientRecord = Readonly<Record<string, RecordedRun>>;

export function readRecord(): ClientRecord {
  return JSON.parse(readFileSync(recordPath, 'utf8')) as ClientRecord;
}

const versionOf = ({ packages }: ForeignClient): string => packages[0]?.[1] ?? '';

/** Keeps what these runs saw; other clients' entries stay. */
export function writeRecord(runs: readonly ClientRun[], day: string): void {
  const record = { ...readRecord() };
  for (const { client, seconds, orders, fills, comparisons, wrongs } of runs) {
    const wrong = shortened(wrongs[0] ?? '');
    record[client.name] = { version: versionOf(client), day, seconds, orders, fills, comparisons, wrong };
  }
  writeFileSync(recordPath, `${JSON.stringify(record, null, 2)}\n`);
}

/** The line that names a fault, which a trace has last. */
function shortened(wrong: string): string {
  const [first = ''] = wrong.split('\n', 1);
  const named = [...wrong.matchAll(/^[\w.]*(?:Error|Exception|error)\b.*$/gm)].at(-1)?.[0];
  return (wrong.includes('Traceback') && named !== undefined ? named : first).slice(0, 200);
}

/** The page's table of clients. */
export function clientTable(record: ClientRecord): string {
  const rows = foreignClients.map((client) => {
    const run = record[client.name];
    const seen = run === undefined ? ['not run yet', '', ''] : cellsOf(run);
    return [client.name, client.language, run?.version ?? versionOf(client), ...seen, client.views];
  });
  const head = ['Client', 'Language', 'Version', 'Run', 'Orders', 'Same as REST', 'What is compared'];
  // As the formatter has tables.
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => (cells[column] ?? '').length)));
  const lineOf = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...rows.map(lineOf)].join('\n');
}

function cellsOf({ day, seconds, orders, fills, comparisons, wrong }: RecordedRun): readonly string[] {
  const result = wrong === '' ? `${comparisons} times of ${comparisons}` : `no: ${wrong.replaceAll('|', '/')}`;
  return [`${day}, ${seconds} s`, `${orders}, ${fills} filled`, result];
}
