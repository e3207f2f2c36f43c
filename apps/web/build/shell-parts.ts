import type { Rolldown } from 'vite';

/** The module of the HTML, the one that every visit loads, and the page that most visits start with. */
export const entryModule = '/index.html';
export const appModule = '/src/app/start.tsx';
export const homeModule = '/src/pages/home/HomePage.tsx';

/** The sheet of the light theme, which the build emits by itself. */
export const lightName = 'light.css';
export const isLightSheet = (part: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean =>
  part.type === 'asset' && part.names.includes(lightName);

/** The chunk with this module, and all chunks that it imports. */
export function partsOf(bundle: Rolldown.OutputBundle, module: string): readonly Rolldown.OutputChunk[] {
  const parts = new Map<string, Rolldown.OutputChunk>();
  const add = (file: string): void => {
    const part = bundle[file];
    if (parts.has(file) || part?.type !== 'chunk') return;
    parts.set(file, part);
    for (const imported of part.imports) add(imported);
  };
  for (const part of Object.values(bundle))
    if (part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith(module))) add(part.fileName);
  if (parts.size === 0) throw new Error(`no chunk contains ${module}`);
  return [...parts.values()];
}
