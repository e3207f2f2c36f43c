import type { HtmlTagDescriptor, Plugin } from 'vite';
import { appModule, partsOf } from './shell-parts.ts';

const link = (rel: string, file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `/${file}` },
  injectTo: 'head',
});

/** Names in the page itself what the entry will ask for on every visit, so that it comes together with the entry. */
export function preloadPlugin(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (bundle === undefined) return [];
        const parts = partsOf(bundle, appModule);
        const styles = new Set(parts.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
        return [
          ...[...styles].map((file) => link('stylesheet', file)),
          ...parts.map(({ fileName }) => link('modulepreload', fileName)),
        ];
      },
    },
  };
}
