import type { HtmlTagDescriptor, Plugin } from 'vite';
import { appModule, partsOf } from './shell-parts.ts';

const link = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
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
        return partsOf(bundle, appModule).map(({ fileName }) => link(fileName));
      },
    },
  };
}
