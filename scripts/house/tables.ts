/** A file's use of a table. */
export interface Access {
  readonly path: string;
  readonly table: string;
  readonly writes: boolean;
}

const server = 'apps/exchange/src/';
/** The demo's files are a room of the server, though they are an app of their own. */
const demo = 'apps/demo/src/';
/** Creates tables, copies them, or compares them with the schema: it knows every one. */
const anyTable = /^apps\/exchange\/src\/database\//;

const builds = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|\w*[jJ]oin|using)\(\s*\[?\s*['"`](\w+)/g;
const literals = /`[^`]*`|'[^'\n]*'/g;
const says = /\b(from|join|insert into|update|delete from|merge into|copy|truncate|lock table)\s+"?([a-z_]+)\b/gi;
const writing = /^(insertInto|updateTable|deleteFrom|mergeInto|insert into|update|delete from|merge into|truncate)$/i;

/** The tables that a file reads or writes, through Kysely or in SQL. */
export function accessesIn(path: string, text: string, tables: ReadonlySet<string>): readonly Access[] {
  const found = new Map<string, boolean>();
  const note = (verb: string, table: string): void => {
    if (tables.has(table)) found.set(table, found.get(table) === true || writing.test(verb));
  };
  for (const [, verb = '', table = ''] of text.matchAll(builds)) note(verb, table);
  for (const [literal] of text.matchAll(literals))
    for (const [, verb = '', table = ''] of literal.matchAll(says)) note(verb.toLowerCase(), table);
  return [...found].map(([table, writes]) => ({ path, table, writes }));
}

/** The names of the tables that a `tables.ts` declares: the keys of its exported `…Tables`. */
export function tablesDeclaredIn(text: string): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  let isInside = false;
  for (const line of text.split('\n')) {
    if (/^export interface \w*Tables\b.*\{$/.test(line)) isInside = true;
    const [, name] = /^ {2}(\w+): \S/.exec(line) ?? [];
    if (isInside && depth === 1 && name !== undefined) names.push(name);
    if (isInside) depth += (line.match(/\{/g)?.length ?? 0) - (line.match(/\}/g)?.length ?? 0);
    if (isInside && depth === 0) isInside = false;
  }
  return names;
}

/** The room of a file of the server: its first folder below `src`. */
export function roomOf(path: string): string {
  if (path.startsWith(demo)) return 'demo';
  return path.slice(server.length).split('/')[0] ?? '';
}

export interface Ownership {
  readonly owners: ReadonlyMap<string, string>;
  /** Uses of a table by another room than its owner's. */
  readonly foreign: readonly Access[];
}

/** Who owns each table of the server, and which files of other rooms use it. `files` are the server's, without tests. */
export function readOwnership(files: ReadonlyMap<string, string>): Ownership {
  const owners = new Map<string, string>();
  for (const [path, text] of files)
    if (path.endsWith('/tables.ts') && !anyTable.test(path))
      for (const table of tablesDeclaredIn(text)) owners.set(table, roomOf(path));
  const tables = new Set(owners.keys());
  const foreign = [...files]
    .filter(([path]) => (path.startsWith(server) || path.startsWith(demo)) && !anyTable.test(path))
    .flatMap(([path, text]) => accessesIn(path, text, tables))
    .filter(({ path, table }) => owners.get(table) !== roomOf(path));
  return { owners, foreign };
}
