import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { type Brand, brandCss } from '../../web/build/read-brand.ts';

const cssName = 'virtual:brand.css';
const cssId = `\0${cssName}`;

/** Gives the console the brand of the customer app: name, version, colours and logo. */
export function brandPlugin(brand: Brand): Plugin {
  return {
    name: 'brand',
    enforce: 'pre',
    config: () => ({ define: { BRAND: JSON.stringify({ name: brand.name, version: brand.version }) } }),
    resolveId: (source) => (source === cssName ? cssId : null),
    load: (id) => (id === cssId ? brandCss(brand) : null),
    transformIndexHtml: { order: 'pre', handler: (html) => html.replaceAll('{{name}}', brand.name) },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'icon.svg', source: readFileSync(brand.logo, 'utf8') });
    },
    configureServer(server) {
      server.middlewares.use('/icon.svg', (_request, answer) => {
        answer.setHeader('content-type', 'image/svg+xml').end(readFileSync(brand.logo));
      });
    },
  };
}
