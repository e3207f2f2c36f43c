import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { firstPages } from '../src/api/early-calls.ts';
import type { Brand } from './read-brand.ts';
import { appModule, partsOf } from './shell-parts.ts';

const source = resolve(import.meta.dirname, '../src/app/first-turn.ts');
const pageCode = readFileSync(resolve(import.meta.dirname, '../src/app/page-code.ts'), 'utf8');

/** The module that a path loads: `/src/pages/market/MarketPage.tsx` for `/pages/home/market`. */
function moduleOf(path: string): string {
  if (path === '/' || path === '/pages/home/index') return '/src/pages/home/HomePage.tsx';
  const [, module] = new RegExp(`'${path}': \\(\\) => import\\('\\.\\.(/[^']+)'\\)`).exec(pageCode) ?? [];
  if (module === undefined) throw new Error(`no page is loaded for ${path}`);
  return `/src${module}`;
}

const filesOf = (parts: readonly Rolldown.OutputChunk[]): readonly string[] =>
  parts.flatMap(({ fileName, viteMetadata }) => [...(viteMetadata?.importedCss ?? []), fileName]);

/** The files that each page needs beyond those of every visit. */
function pagesOf(bundle: Rolldown.OutputBundle): Readonly<Record<string, readonly string[]>> {
  const app = new Set(filesOf(partsOf(bundle, appModule)));
  return Object.fromEntries(
    firstPages.map((path) => [path, filesOf(partsOf(bundle, moduleOf(path))).filter((file) => !app.has(file))]),
  );
}

async function makeScript(first: unknown): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    define: { FIRST: JSON.stringify(first) },
    build: { write: false, target: 'es2023', lib: { entry: source, formats: ['iife'], name: 'firstTurn' } },
  });
  const [output] = [made].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('the inline script could not be built');
  return chunk.code.trim();
}

/** Inlines a script into the HTML that requests the code and data of the requested page while the app loads. The server's policy allows it by its hash. */
export function firstTurnPlugin({ host }: Brand): Plugin {
  return {
    name: 'first-turn',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(_html, { bundle }) {
        if (bundle === undefined) return [];
        const pages = pagesOf(bundle);
        const files = [...new Set(Object.values(pages).flat())];
        const placesOf = (names: readonly string[]) => names.map((name) => files.indexOf(name));
        const script = await makeScript({
          host,
          files: files.map((file) => file.replace('assets/', '')),
          pages: Object.fromEntries(Object.entries(pages).map(([path, names]) => [path, placesOf(names)])),
        });
        return [{ tag: 'script', children: script, injectTo: 'head' }];
      },
    },
  };
}
