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

const readList = (name: string): unknown => JSON.parse(readFileSync(new URL(`.vite/${name}.json`, dist), 'utf8'));

/** The build's outputs, by source file or name. */
export const manifest = readList('manifest') as Readonly<Record<string, Part>>;
/** The file of each module. */
const files = readList('modules') as Readonly<Record<string, string>>;

/** All source files in the build. */
export const modules: readonly string[] = Object.keys(files);

/** The build's output with this source file, or of this name. @throws if there is none */
export function partOf(name: string): Part {
  const part = manifest[name] ?? Object.values(manifest).find(({ file }) => file === files[name]);
  if (!part) throw new Error(`the build has no ${name}`);
  return part;
}
