import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const root = join(import.meta.dirname, '../../../..');
const source = join(root, 'apps/exchange/src/main.ts');
const folder = join(root, 'apps/exchange/dist/drill');

/** What finds files or programs of its own, or is watched by the drill. */
const left = new Set(['@node-rs/argon2', 'fastify', 'msgpackr', 'pg', 'pg-copy-streams', 'pino', 'sharp']);

/**
 * Makes one file of the server and nearly everything that it imports, and says where it is: a start of some 1,700 files costs three times as much, and a long drill
 * is starts above all. Files of ours are found where their sources are.
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
