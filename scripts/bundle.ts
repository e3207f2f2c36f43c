import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { build } from 'rolldown';

/**
 * V8's default inlining limits suit web pages; the engine has many small functions that run millions of times. By default V8 also collects old
 * objects when they grow by a fifth, which takes both cores of a small machine for 0.1 s. Here it waits until they quadruple or fill half of
 * the available memory.
 */
export const v8Flags = [
  '--max-inlined-bytecode-size-cumulative=4000',
  '--max-inlined-bytecode-size=1000',
  '--heap-growing-percent=300',
];

const ours = /^(\.{1,2}\/|@fft\/)/;

/** The preamble of a program: V8 flags must be set before its code is parsed. */
const beginning = (name: string): string => `import { setFlagsFromString } from 'node:v8';
${v8Flags.map((flag) => `setFlagsFromString('${flag}');`).join('\n')}
process.setSourceMapsEnabled(true);
await import('./${name}.bundle.js');
`;

/** Bundles a program and our packages into one file in `folder`, with a source map, and a `<name>.js` that starts it. Other packages stay external. */
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

/** Writes atomically, as another start may be building or reading the same file. */
function place(path: string, content: string | Uint8Array): void {
  const written = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(written, content);
  renameSync(written, path);
}
