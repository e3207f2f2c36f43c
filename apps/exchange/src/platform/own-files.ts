import { basename, join } from 'node:path';

/** As a source this file is two folders below its workspace; in a bundle, this workspace's or the demo's, it is in `dist`. */
const isBuilt = basename(import.meta.dirname) === 'dist';
const workspace = join(import.meta.dirname, isBuilt ? '../../exchange' : '../..');

/** Resolves a path relative to this workspace's folder, also into a neighbouring workspace. */
export function ownFile(path: string): string {
  return join(workspace, path);
}

/** Resolves a program or worker thread by the path of its source: the built one in its workspace's `dist` if this file runs built. */
export function ownProgram(source: string): string {
  return ownFile(isBuilt ? source.replace(/src\/(?:.*\/)?([^/]+)\.ts$/, 'dist/$1.js') : source);
}
