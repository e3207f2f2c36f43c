import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const root = join(import.meta.dirname, '../../../..');
const source = join(root, 'apps/demo/src/demo-exchange.ts');
const folder = join(root, 'apps/exchange/dist/drill');

/** Packages that load files or programs, or that the drill watches. */
const left = new Set(['@node-rs/argon2', 'fastify', 'litesvm', 'msgpackr', 'pg', 'pg-copy-streams', 'pino', 'sharp']);

/**
 * Bundles the server and nearly all its imports into one file, and returns its path: loading some 1,700 files takes three times as long, and a long drill
 * consists mainly of starts. Our own asset files are found next to their sources.
 */
export async function bundleServer(): Promise<string> {
  await build({
    input: { server: source },
    platform: 'node',
    external: (id) => id.startsWith('node:') || left.has(id),
    logLevel: 'silent',
    plugins: [
      {
        name: 'places',
        transform: (code, id) =>
          code
            .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
            .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      },
    ],
    output: {
      dir: folder,
      format: 'esm',
      codeSplitting: false,
      banner:
        "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
  });
  return join(folder, 'server.js');
}
