/** The page's snippets that run, by the id of the comment before them: `<!-- run: connect.go -->`, or `<!-- snippet: ccxt.ts -->` for those with types. */
export function snippetsOf(page: string): ReadonlyMap<string, string> {
  const blocks = page.matchAll(/<!-- (?:run|snippet): (\S+) -->\n+```\w+\n([^]*?)```/g);
  return new Map([...blocks].map(([, id = '', code = '']) => [id, code]));
}

/** A snippet as its reader writes it for their exchange. */
export function forExchange(snippet: string, url: string): string {
  return snippet
    .replaceAll('https://exchange.example', url)
    .replaceAll('wss://exchange.example', url.replace('http', 'ws'));
}
