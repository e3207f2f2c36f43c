/** Builds what a start needs, where it changed: both web apps, and the server. Run by `npm start`, by the end-to-end tests and by the benches. */
import { buildServer } from './build-server.ts';
import { buildWeb } from './build-web.ts';

export async function build(): Promise<void> {
  await buildWeb();
  await buildServer();
}

if (import.meta.main) await build();
