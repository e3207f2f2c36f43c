import { createReadStream, createWriteStream, globSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** One packet carries this much anyway. */
const minBytes = 1024;

async function pack(path: string): Promise<void> {
  const { size } = statSync(path);
  if (size < minBytes) return;
  const brotli = createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: size },
  });
  for (const [packed, packer] of [
    [`${path}.br`, brotli],
    [`${path}.gz`, createGzip({ level: 9 })],
  ] as const) {
    await pipeline(createReadStream(path), packer, createWriteStream(packed));
    if (statSync(packed).size >= size) rmSync(packed);
  }
}

/** Writes a `.br` and a `.gz` beside every file that gets smaller; the server sends them to browsers that accept them. */
export function compressPlugin(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return;
        const files = globSync('**/*.{js,css,html,svg,json,webmanifest}', { cwd: dir });
        await Promise.all(files.map((file) => pack(join(dir, file))));
      },
    },
  };
}
