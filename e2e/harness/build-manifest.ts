import { readFileSync } from 'node:fs';

/** A file that the build made, and what it needs. */
export interface Part {
  readonly file: string;
  readonly name?: string;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** Where the built web app lies. */
export const dist = new URL('../../apps/web/dist/', import.meta.url);

/** What the build made, by source file or name. */
export const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Readonly<
  Record<string, Part>
>;

/** What the build made of this source file, or of that name. */
export function partOf(name: string): Part {
  const part = manifest[name];
  if (!part) throw new Error(`the build has no ${name}`);
  return part;
}
