import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { makeIcons, createManifest, navColor } from './make-icons.ts';
import { type Brand, brandCss } from './read-brand.ts';

const cssName = 'virtual:brand.css';
const cssId = `\0${cssName}`;
const ownFolder = resolve(import.meta.dirname, '../brand');

/** Markup without comments and line breaks: each byte of the page counts (`e2e/budgets.test.ts`). */
const compact = (markup: string): string =>
  markup
    .trim()
    .replaceAll(/\s*<!--[^]*?-->|(?<=>)\s+(?=<)/g, '')
    .replaceAll(/\s+/g, ' ');

function readLogo({ logo }: Brand): string {
  const file = readFileSync(logo, 'utf8');
  return compact(file.slice(file.indexOf('<svg')));
}

/** The logo as an inline symbol of the HTML, drawn by its id. */
function logoSymbol(brand: Brand): string {
  return readLogo(brand).replace('<svg', '<symbol id="logo"').replace('</svg>', '</symbol>');
}

/** The logo as the browser's icon, inlined to save a request. */
function iconAddress(brand: Brand): string {
  return `data:image/svg+xml,${encodeURIComponent(readLogo(brand))}`;
}

/** Builds the brand into the app: its words and colours, its logo, and the icons and manifest generated from them. */
export function brandPlugin(brand: Brand): Plugin {
  return {
    name: 'brand',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source === cssName) return cssId;
      if (!/\/brand\/(brand\.json|logo\.svg)$/.test(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { id: found.id.replace(ownFolder, () => brand.folder) };
    },
    load: (id) => (id === cssId ? brandCss(brand) : null),
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        compact(html)
          .replaceAll('{{name}}', brand.name)
          .replaceAll('{{navColor}}', navColor)
          .replace('{{icon}}', () => iconAddress(brand))
          .replace('{{logo}}', () => logoSymbol(brand))
          // The server that serves the page reads it, for the content policy.
          .replace(
            '</head>',
            brand.host === '' ? '</head>' : `<meta name="api-host" content="${brand.host}" /></head>`,
          ),
    },
    async generateBundle() {
      const files: [string, string | Buffer][] = [
        ...(await makeIcons(brand)),
        ['icon.svg', readFileSync(brand.logo, 'utf8')],
        ['manifest.webmanifest', createManifest(brand)],
      ];
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use('/icon.svg', (_request, answer) => {
        answer.setHeader('content-type', 'image/svg+xml').end(readFileSync(join(brand.folder, 'logo.svg')));
      });
    },
  };
}
