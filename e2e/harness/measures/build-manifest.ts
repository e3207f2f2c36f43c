import { readFileSync } from 'node:fs';

/** A file of the build, and its imports. */
export interface Part {
  readonly file: string;
  readonly name?: string;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The folder of the built web app. */
export const dist = new URL('../../../apps/web/dist/', import.meta.url);

/** The build's outputs, by source file or name. */
export const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Readonly<
  Record<string, Part>
>;

/** The build's output for this source file or name. @throws if there is none */
export function partOf(name: string): Part {
  const part = manifest[name];
  if (!part) throw new Error(`the build has no ${name}`);
  return part;
}
