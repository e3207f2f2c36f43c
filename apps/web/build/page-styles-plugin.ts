import type { Plugin } from 'vite';

/** Chunks whose styles are inlined into the HTML: the app's own, and those of pages that visits start with. The order matters: later rules override earlier ones. */
const sharers: readonly string[] = ['app', 'forms', 'market', 'MarketPage', 'TradePage', 'numbers', 'chart'];

/** Inlines the styles that pages share into the HTML: they fit into its first packets, while separate files would each occupy a connection. */
export function pageStylesPlugin(): Plugin {
  let styles: string[] = [];
  return {
    name: 'page-styles',
    apply: 'build',
    enforce: 'pre',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const parts = Object.values(bundle).filter((part) => part.type === 'chunk');
        styles = sharers.flatMap((name) => {
          const sheets = parts.find((part) => part.name === name)?.viteMetadata?.importedCss ?? new Set<string>();
          const found = [...sheets].map((file) => {
            const sheet = bundle[file];
            delete bundle[file];
            return sheet?.type === 'asset' ? String(sheet.source) : '';
          });
          // The build must not request the inlined files.
          sheets.clear();
          return found;
        });
        if (styles.length !== sharers.length)
          throw new Error(`${styles.length} style sheets are shared, not ${sharers.length}`);
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        bundle === undefined ? [] : [{ tag: 'style', children: styles.join(''), injectTo: 'head' }],
    },
  };
}
