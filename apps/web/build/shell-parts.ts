import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { firstPages } from '../src/api/early-calls.ts';

/** The module of the HTML, the one that every visit loads, and the page that most visits start with. */
export const entryModule = '/index.html';
export const appModule = '/src/app/start.tsx';
export const homeModule = '/src/pages/home/HomePage.tsx';

const pageCode = readFileSync(resolve(import.meta.dirname, '../src/app/page-code.ts'), 'utf8');

/** The module that a path loads: `/src/pages/market/MarketPage.tsx` for `/pages/home/market`. */
export function moduleOf(path: string): string {
  if (path === '/' || path === '/pages/home/index') return homeModule;
  const [, module] = new RegExp(`'${path}': \\(\\) => import\\('\\.\\.(/[^']+)'\\)`).exec(pageCode) ?? [];
  if (module === undefined) throw new Error(`no page is loaded for ${path}`);
  return `/src${module}`;
}

/** The modules of the pages that visits start with. */
export const firstModules: readonly string[] = [...new Set(firstPages.map(moduleOf))];

/** The sheet of the light theme, which the build emits by itself. */
export const lightName = 'light.css';
export const isLightSheet = (part: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean =>
  part.type === 'asset' && part.names.includes(lightName);

/** All chunks that the chunk with this module imports, each after its own imports, and the chunk itself as the last. */
export function partsOf(bundle: Rolldown.OutputBundle, module: string): readonly Rolldown.OutputChunk[] {
  const seen = new Set<string>();
  const parts: Rolldown.OutputChunk[] = [];
  const add = (file: string): void => {
    const part = bundle[file];
    if (seen.has(file) || part?.type !== 'chunk') return;
    seen.add(file);
    for (const imported of part.imports) add(imported);
    parts.push(part);
  };
  for (const part of Object.values(bundle))
    if (part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith(module))) add(part.fileName);
  if (parts.length === 0) throw new Error(`no chunk contains ${module}`);
  return parts;
}
