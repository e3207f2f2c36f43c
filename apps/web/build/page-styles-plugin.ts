import type { Plugin } from 'vite';

/** Chunks whose styles stand in the page itself: the app's own, and those of pages that visits begin with. */
const sharers: ReadonlySet<string> = new Set(['app', 'forms', 'market', 'orders', 'MarketPage', 'TradePage']);

/** Puts the styles that pages share into the page itself: within its first packets they cost nothing, and as files each would hold one of a browser's few connections. */
export function pageStylesPlugin(): Plugin {
  let styles: string[] = [];
  return {
    name: 'page-styles',
    apply: 'build',
    enforce: 'pre',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        styles = [];
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk' || !sharers.has(part.name)) continue;
          const sheets = part.viteMetadata?.importedCss ?? new Set();
          for (const file of sheets) {
            const sheet = bundle[file];
            if (sheet?.type === 'asset') styles.push(String(sheet.source));
            delete bundle[file];
          }
          // Nobody asks for what is there.
          sheets.clear();
        }
        if (styles.length !== sharers.size)
          throw new Error(`${styles.length} style sheets are shared, not ${sharers.size}`);
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        bundle === undefined ? [] : [{ tag: 'style', children: styles.join(''), injectTo: 'head' }],
    },
  };
}
