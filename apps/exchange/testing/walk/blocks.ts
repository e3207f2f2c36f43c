import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A block of shell commands of a page, which a reader pastes as it is. */
export interface Block {
  /** The heading above it, without its number. */
  readonly section: string;
  readonly text: string;
}

const operations = join(import.meta.dirname, '../../../../docs/operations');

/** The shell blocks of a page of `docs/operations`, in their order. */
export function blocksOf(page: string): Block[] {
  const lines = readFileSync(join(operations, page), 'utf8').split('\n');
  const blocks: Block[] = [];
  let section = '';
  let open: { readonly isShell: boolean; readonly indent: string; readonly lines: string[] } | null = null;
  for (const line of lines) {
    const fence = /^(?<indent>\s*)```(?<language>\w*)$/.exec(line)?.groups;
    if (fence === undefined) {
      const heading = /^##+ (?:\d+\. )?(?<title>.+)$/.exec(line)?.groups?.['title'];
      if (open !== null) open.lines.push(line.replace(open.indent, ''));
      else if (heading !== undefined) section = heading;
    } else if (open === null) {
      open = { isShell: fence['language'] === 'sh', indent: fence['indent'] ?? '', lines: [] };
    } else {
      if (open.isShell) blocks.push({ section, text: open.lines.join('\n') });
      open = null;
    }
  }
  return blocks;
}

/** The commands below a heading, like `failover.md#HAProxy`. @throws if there are none */
export function commandsBelow(section: `${string}#${string}`): string[] {
  const [page = '', title = ''] = section.split('#');
  const found = blocksOf(page).filter((block) => block.section === title);
  if (found.length === 0) throw new Error(`${page} has no commands below "${title}"`);
  return found.map(({ text }) => text);
}

/** Gives the variables that a block exports other values, as a reader changes them. @throws if the block exports none of that name */
export function withValues(text: string, values: Readonly<Record<string, string>>): string {
  let changed = text;
  for (const [name, value] of Object.entries(values)) {
    const pattern = new RegExp(`(?<=^export (?:.* )?)${name}=(?:'[^']*'|\\S*)`, 'm');
    if (!pattern.test(changed)) throw new Error(`no line of the block exports ${name}`);
    changed = changed.replace(pattern, () => `${name}='${value}'`);
  }
  return changed;
}
