import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeTree } from './image.ts';
import { runHere } from './network.ts';

/** A repository with the committed state as one release, and the same with the next number, to upgrade to. */
export interface Releases {
  readonly folder: string;
  readonly version: string;
  readonly next: string;
}

const root = join(import.meta.dirname, '../../../..');

/** Makes the repository `fft.git` in a folder. */
export function makeReleases(folder: string): Releases {
  removeTree(folder);
  mkdirSync(folder, { recursive: true });
  const tree = join(folder, 'tree');
  const git = (...words: readonly string[]): string =>
    runHere('git', ['-C', tree, '-c', 'user.name=walk', '-c', 'user.email=walk@fft.example', ...words]);
  runHere('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, tree]);
  const read = (name: string): string => readFileSync(join(tree, name), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  const [major = '', minor = '', patch = ''] = version.split('.');
  const next = `${major}.${minor}.${Number(patch) + 1}`;
  git('tag', `v${version}`);
  for (const name of ['package.json', 'package-lock.json'])
    writeFileSync(join(tree, name), read(name).replaceAll(`"version": "${version}"`, `"version": "${next}"`));
  git('commit', '--quiet', '--all', '--message', `Version ${next}`);
  git('tag', `v${next}`);
  runHere('git', ['clone', '--quiet', '--bare', tree, join(folder, 'fft.git')]);
  return { folder, version, next };
}
