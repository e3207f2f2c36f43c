import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonAgainst } from './ccxt-unserved.ts';
import { clientTable, readRecord } from './foreign/record.ts';

export const pagePath = join(import.meta.dirname, '../../../../docs/binance-clients.md');
const snippets = join(import.meta.dirname, 'snippets');

/** The page with its generated parts renewed. */
export function renewed(page: string, methods: CcxtMethods): string {
  return withClients(withMethods(withSnippets(page), methods));
}

/** The page with its table of clients renewed from the record of their last runs. */
export function withClients(page: string): string {
  return page.replace(
    /(<!-- clients -->\n)[^]*?(<!-- end -->)/,
    (_, begin: string, end: string) => `${begin}\n${clientTable(readRecord())}\n\n${end}`,
  );
}

/** The page with its snippets renewed from the files that the tests run. */
function withSnippets(page: string): string {
  return page.replaceAll(
    /(<!-- snippet: (\S+) -->\n)[^]*?(\n<!-- end -->)/g,
    (_, begin: string, file: string, end: string) =>
      `${begin}\n\`\`\`ts\n${readFileSync(join(snippets, file), 'utf8').trim()}\n\`\`\`\n${end}`,
  );
}

export interface CcxtMethods {
  /** What ccxt has for Binance. */
  readonly offered: readonly string[];
  readonly served: ReadonlySet<string>;
}

/** The page with its list of ccxt's methods renewed. */
function withMethods(page: string, methods: CcxtMethods): string {
  return page.replace(
    /(<!-- ccxt -->\n)[^]*?(\n<!-- end -->)/,
    (_, begin: string, end: string) => `${begin}\n${list(methods)}\n${end}`,
  );
}

function list({ offered, served }: CcxtMethods): string {
  const works = offered.filter((method) => served.has(method));
  const byReason = Map.groupBy(
    offered.filter((method) => !served.has(method)),
    (method) => reasonAgainst(method) ?? 'no reason is known',
  );
  const lines = [['works', works] as const, ...byReason];
  return lines.map(([title, names]) => `- **${title}**: ${names.toSorted().join(', ')}`).join('\n');
}
