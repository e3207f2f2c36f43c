import type { HtmlTagDescriptor, Plugin } from 'vite';
import { appModule, partsOf } from './shell-parts.ts';

const link = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
  injectTo: 'head',
});

/** Adds preload links for the files that every visit needs, so that they load together with the entry. */
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
