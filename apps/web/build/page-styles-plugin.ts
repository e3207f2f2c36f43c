import type { Plugin } from 'vite';

/** Chunks whose styles stand in the page itself: the app's own, and those of pages that visits begin with. In this order: a later one may say otherwise of the same element. */
const sharers: readonly string[] = ['app', 'forms', 'market', 'order-form', 'MarketPage', 'TradePage'];

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
        const parts = Object.values(bundle).filter((part) => part.type === 'chunk');
        styles = sharers.flatMap((name) => {
          const sheets = parts.find((part) => part.name === name)?.viteMetadata?.importedCss ?? new Set<string>();
          const found = [...sheets].map((file) => {
            const sheet = bundle[file];
            delete bundle[file];
            return sheet?.type === 'asset' ? String(sheet.source) : '';
          });
          // Nobody asks for what is there.
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
