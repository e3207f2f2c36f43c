import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Plugin, type Rolldown, transformWithOxc } from 'vite';
import type { Brand } from './read-brand.ts';
import { appModule, entryModule, homeModule, isLightSheet, partsOf } from './shell-parts.ts';

const source = resolve(import.meta.dirname, '../src/worker/service-worker.ts');

/** Files of the app's shell: those that the HTML names, and those that they import. */
function shellFiles(bundle: Rolldown.OutputBundle): readonly string[] {
  const parts = [entryModule, appModule, homeModule].flatMap((module) => partsOf(bundle, module));
  const files = parts.flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
    ...(viteMetadata?.importedAssets ?? []),
  ]);
  const light = Object.values(bundle).filter(isLightSheet);
  return [...new Set(['index.html', 'icon.svg', ...light.map(({ fileName }) => fileName), ...files])];
}

/** Writes `sw.js` with the brand's name, the names of the shell's files and a hash over all of them. */
export function serviceWorkerPlugin({ name }: Pick<Brand, 'name'>): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }, bundle) {
        if (dir === undefined) return;
        const files = shellFiles(bundle);
        const hash = createHash('sha256');
        for (const file of files) hash.update(readFileSync(join(dir, file)));
        const shell = {
          name,
          version: hash.digest('hex').slice(0, 16),
          files: files.map((file) => (file === 'index.html' ? '/' : `/${file}`)),
        };
        const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, { sourcemap: false });
        writeFileSync(join(dir, 'sw.js'), code.replace(/\bSHELL\b/, JSON.stringify(shell)));
      },
    },
  };
}
