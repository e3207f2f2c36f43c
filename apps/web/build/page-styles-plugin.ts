import type { Plugin, Rolldown } from 'vite';
import { appModule, firstModules, homeModule, partsOf } from './shell-parts.ts';

/**
 * Styles of this length fit into the first packets with the rest of the HTML (`e2e/budgets.test.ts`), where they cost no request. What a separate file loads
 * would occupy a connection.
 */
const maxLength = 46_000;

/** The app, then the pages that visits start with. The home page's own styles stay a file: most visits have it in their cache. */
const candidates: readonly string[] = [appModule, ...firstModules.filter((module) => module !== homeModule)];

interface Sheet {
  readonly file: string;
  readonly source: string;
}

function sheetsOf(bundle: Rolldown.OutputBundle, { viteMetadata }: Rolldown.OutputChunk): readonly Sheet[] {
  return [...(viteMetadata?.importedCss ?? [])].flatMap((file) => {
    const sheet = bundle[file];
    return sheet?.type === 'asset' ? [{ file, source: String(sheet.source) }] : [];
  });
}

/** The chunks of these modules in the order of their styles: later rules override earlier ones. */
function chunksFor(bundle: Rolldown.OutputBundle, modules: readonly string[]): readonly Rolldown.OutputChunk[] {
  return [...new Set(modules.flatMap((module) => partsOf(bundle, module)))];
}

/** Inlines the styles of the app and of first pages into the HTML, as many pages as have room. */
export function pageStylesPlugin(): Plugin {
  let styles = '';
  return {
    name: 'page-styles',
    apply: 'build',
    enforce: 'pre',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const stylesOf = (modules: readonly string[]): string =>
          chunksFor(bundle, modules)
            .flatMap((chunk) => sheetsOf(bundle, chunk))
            .map(({ source }) => source)
            .join('');
        const room = candidates.findLastIndex((_, last) => stylesOf(candidates.slice(0, last + 1)).length <= maxLength);
        const modules = candidates.slice(0, room + 1);
        styles = stylesOf(modules);
        if (styles === '') throw new Error('the app has no styles');
        for (const chunk of chunksFor(bundle, modules)) {
          for (const { file } of sheetsOf(bundle, chunk)) delete bundle[file];
          // The build must not request the inlined files.
          chunk.viteMetadata?.importedCss.clear();
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        bundle === undefined ? [] : [{ tag: 'style', children: styles, injectTo: 'head' }],
    },
  };
}
