/** Builds the web apps and the server if they have changed. Run by `npm start`, the end-to-end tests and the benches. */
import { buildServer } from './build-server.ts';
import { buildWeb } from './build-web.ts';

export async function build(): Promise<void> {
  await buildWeb();
  await buildServer();
}

if (import.meta.main) await build();
