import { basename, join } from 'node:path';

/** As a source this file is two folders below its workspace; bundled with all others, one. */
const isBuilt = basename(import.meta.dirname) === 'dist';
const workspace = join(import.meta.dirname, isBuilt ? '..' : '../..');

/** A file of this workspace, or of one beside it, by its path from this workspace's folder. */
export function ownFile(path: string): string {
  return join(workspace, path);
}

/** A program or thread of ours by the path of its source: the built one, in its workspace's `dist`, where this one was built as well. */
export function ownProgram(source: string): string {
  return ownFile(isBuilt ? source.replace(/src\/(?:.*\/)?([^/]+)\.ts$/, 'dist/$1.js') : source);
}
