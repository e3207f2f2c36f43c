import { join } from 'node:path';
import { commandsBelow, withValues } from './blocks.ts';
import { copyMachine, emptyMachine, removeTree } from './image.ts';
import { Machine, sourcesPath, type MachineOptions } from './machine.ts';
import type { MailSink } from './mail-sink.ts';
import type { Releases } from './release.ts';
import type { Shell } from './shell.ts';

/** What every part of a walk needs. */
export interface Walk {
  readonly folder: string;
  readonly releases: Releases;
  readonly mails: MailSink;
  /** True to begin with the machine that the last walk installed. */
  readonly isInstalled: boolean;
  /** Says what is done now. */
  readonly say: (line: string) => void;
}

export const domain = 'fft.example';
export const repository = `file://${sourcesPath}/fft.git`;

interface BootedMachine extends Pick<MachineOptions, 'name' | 'address' | 'backups'> {
  /** Its first files. */
  readonly from?: string;
}

/** Boots a machine from another one's files; an empty one by default. */
export function bootMachine(
  { folder, releases }: Walk,
  { name, address, from = emptyMachine(folder), backups }: BootedMachine,
): Promise<Machine> {
  const root = copyMachine(from, join(folder, name));
  return Machine.boot({ name, address, root, sources: releases.folder, backups });
}

/** Ends machines and deletes their files. */
export async function discard(machines: readonly Machine[]): Promise<void> {
  await Promise.all(machines.map((machine) => machine.stop()));
  for (const { root } of machines) removeTree(root);
}

/** Pastes all blocks of a section into a shell, with other values of what they export. Returns what the last one printed. */
export async function paste(
  shell: Shell,
  section: `${string}#${string}`,
  values: Readonly<Record<string, string>> = {},
): Promise<string> {
  let printed = '';
  for (const [index, text] of commandsBelow(section).entries())
    printed = await shell.run(index === 0 ? withValues(text, values) : text);
  return printed;
}

interface Place {
  /** The gateway's address. */
  readonly app?: string;
  readonly operators?: string;
}

/** Lets the guide's customers trade in a machine. Returns the buyer's number of trades. */
export async function trade(shell: Shell, walk: Pick<Walk, 'mails'>, place: Place = {}): Promise<number> {
  return Number(await act(shell, walk, 'trade', place));
}

/** The guide's first trade: operators, customers, their papers, credits. Returns the buyer's number of trades. */
export async function firstTrade(shell: Shell, walk: Pick<Walk, 'mails'>, place: Place = {}): Promise<number> {
  const links = await operatorLinks(shell);
  const customers = await act(shell, walk, 'register', place);
  for (const customer of customers.split(' ')) await shell.run(`fft operator -- identity pass ${customer}`);
  return Number(await act(shell, walk, 'first', { ...place, links }));
}

function act(
  shell: Shell,
  { mails }: Pick<Walk, 'mails'>,
  what: 'register' | 'first' | 'trade',
  {
    app = 'http://127.0.0.1:8080',
    operators = 'http://127.0.0.1:8081',
    links = {},
  }: Place & { readonly links?: Readonly<Record<string, string>> },
): Promise<string> {
  const given = JSON.stringify({ app, console: operators, mails: mails.listUrl, links });
  const program = 'node_modules/.bin/node apps/exchange/testing/walk/customers.ts';
  return shell.run(`(cd /srv/fft && ${program} ${what} '${given}')`);
}

/** The one-time links that the guide's commands print, by operator. */
async function operatorLinks(shell: Shell): Promise<Record<string, string>> {
  const printed = await paste(shell, 'deployment.md#The first trade');
  const links = [...printed.matchAll(/One-time link, until [^:]*(?::\d\d)*[^:]*: (?<link>\S+)/g)].map(
    ({ groups }) => groups?.['link'] ?? '',
  );
  const names = ['anna', 'tom', 'tess'];
  if (links.length !== names.length) throw new Error(`no link for each operator:\n${printed}`);
  return Object.fromEntries(names.map((name, index) => [name, links[index] ?? '']));
}

export function same(found: unknown, expected: unknown, what: string): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)} instead of ${String(expected)}`);
}
