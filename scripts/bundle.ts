import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { build } from 'rolldown';

/**
 * What V8 inlines by itself is bounded for pages in a browser; the engine's functions are small, many, and called millions of times. And it collects old objects
 * as soon as there are a fifth more of them, which takes both cores of a small machine for 0.1 s; here, when there are four times as many, or half of the memory that it has.
 */
const v8Flags = [
  '--max-inlined-bytecode-size-cumulative=4000',
  '--max-inlined-bytecode-size=1000',
  '--heap-growing-percent=300',
];

const ours = /^(\.{1,2}\/|@fft\/)/;

/** What a program begins with: how it runs has to be said before its code is read. */
const beginning = (name: string): string => `import { setFlagsFromString } from 'node:v8';
${v8Flags.map((flag) => `setFlagsFromString('${flag}');`).join('\n')}
process.setSourceMapsEnabled(true);
await import('./${name}.bundle.js');
`;

/**
 * Makes one file of a program and all that is ours in it, in `folder`, with a source map, and beside it `<name>.js`, which is what is started. Packages of others stay where they are.
 */
export async function bundle(source: string, { folder, name }: { folder: string; name: string }): Promise<void> {
  const { output } = await build({
    input: { [name]: source },
    platform: 'node',
    external: (id) => !ours.test(id) && !isAbsolute(id),
    logLevel: 'warn',
    write: false,
    output: { dir: folder, format: 'esm', sourcemap: true, codeSplitting: false, entryFileNames: '[name].bundle.js' },
  });
  for (const file of output) place(join(folder, file.fileName), file.type === 'chunk' ? file.code : file.source);
  place(join(folder, `${name}.js`), beginning(name));
}

/** Whole or not at all: another start may be building or reading the same. */
function place(path: string, content: string | Uint8Array): void {
  const written = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(written, content);
  renameSync(written, path);
}
