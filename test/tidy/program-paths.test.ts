import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, read, root } from './project-files.ts';

// `ownProgram` resolves from the server's folder, and type declarations are written by a build.
const fromFolder = /(?<!ownProgram\()'(\.\.?\/[\w./-]+(?<!\.d)\.ts)'/g;
const fromRoot = /'((?:apps|bench|e2e|packages|scripts)\/[\w./-]+\.ts)'/g;

/** Imports are checked by the compiler; programs that are run by path are not. */
test('every program named by its path exists', () => {
  const programs = projectFiles().filter((path) => /\.tsx?$/.test(path) && !path.startsWith('test/tidy/'));
  const missing = programs.flatMap((file) => {
    const text = read(file);
    const own = [...text.matchAll(fromFolder)].map(([, path = '']) => join(dirname(file), path));
    const named = [...text.matchAll(fromRoot)].map(([, path = '']) => path);
    return [...own, ...named].filter((path) => !existsSync(join(root, path))).map((path) => `${file}: ${path}`);
  });
  expect(missing).toEqual([]);
});
