import { resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { firstPages } from '../src/api/early-calls.ts';
import { lightNavColor, navColor } from './make-icons.ts';
import type { Brand } from './read-brand.ts';
import { appModule, isLightSheet, lightName, moduleOf, partsOf } from './shell-parts.ts';

const source = resolve(import.meta.dirname, '../src/app/first-turn.ts');
const lightSheet = resolve(import.meta.dirname, '../../../packages/kit/src/light.css');
const filesOf = (parts: readonly Rolldown.OutputChunk[]): readonly string[] =>
  parts.flatMap(({ fileName, viteMetadata }) => [...(viteMetadata?.importedCss ?? []), fileName]);

/** The files that each page needs beyond those of every visit. */
function pagesOf(bundle: Rolldown.OutputBundle): Readonly<Record<string, readonly string[]>> {
  const app = new Set(filesOf(partsOf(bundle, appModule)));
  return Object.fromEntries(
    firstPages.map((path) => [path, filesOf(partsOf(bundle, moduleOf(path))).filter((file) => !app.has(file))]),
  );
}

/** The light theme's sheet, minified. It isn't part of the app's own build, which would load it with the app. */
async function makeLightSheet(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2023', rolldownOptions: { input: lightSheet } },
  });
  const [output] = [made].flat();
  const sheet =
    output && 'output' in output ? output.output.find(({ fileName }) => fileName.endsWith('.css')) : undefined;
  if (sheet?.type !== 'asset') throw new Error('the light theme could not be built');
  return String(sheet.source).trim();
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
    async buildStart() {
      this.emitFile({ type: 'asset', name: lightName, source: await makeLightSheet() });
    },
    transformIndexHtml: {
      order: 'post',
      async handler(_html, { bundle }) {
        if (bundle === undefined) return [];
        const pages = pagesOf(bundle);
        const light = Object.values(bundle).find(isLightSheet);
        if (!light) throw new Error('the light theme is missing');
        const files = [...new Set(Object.values(pages).flat())];
        const placesOf = (names: readonly string[]) => names.map((name) => files.indexOf(name));
        const script = await makeScript({
          host,
          theme: { sheet: `/${light.fileName}`, bars: { dark: navColor, light: lightNavColor } },
          files: files.map((file) => file.replace('assets/', '')),
          pages: Object.fromEntries(Object.entries(pages).map(([path, names]) => [path, placesOf(names)])),
        });
        return [{ tag: 'script', children: script, injectTo: 'head' }];
      },
    },
  };
}
