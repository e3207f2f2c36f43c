import type { Rolldown } from 'vite';

/** What the page names, what that asks for on every visit, and the page that most visits begin with. */
export const entryModule = '/index.html';
export const appModule = '/src/app/start.tsx';
export const homeModule = '/src/pages/home/HomePage.tsx';

/** A part of the build, found by the module that it is asked for by, with all that it needs before it runs. */
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
  if (parts.size === 0) throw new Error(`the build has no part for ${module}`);
  return [...parts.values()];
}
