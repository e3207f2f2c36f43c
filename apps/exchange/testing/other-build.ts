import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { thisBuild } from '../src/database/build.ts';
import type { Step } from '../src/database/migration-step.ts';

/** Another version of the server: the present one with another number and more migrations. */
export interface OtherBuild {
  readonly version: string;
  readonly migrations: Readonly<Record<string, Omit<Step, 'up'> & { readonly sql: string }>>;
}

/** What a server loads before it starts, to be this build. */
export function otherBuild(build: OtherBuild): string {
  const url = pathToFileURL(import.meta.filename);
  url.searchParams.set('build', JSON.stringify(build));
  return url.href;
}

const given = new URL(import.meta.url).searchParams.get('build');
if (given !== null) {
  const { version, migrations } = JSON.parse(given) as OtherBuild;
  const added = Object.entries(migrations).map(([name, { sql: statements, ...step }]): [string, Step] => [
    name,
    { ...step, up: async (db) => void (await sql.raw(statements).execute(db)) },
  ]);
  Object.assign(thisBuild, { version, migrations: { ...thisBuild.migrations, ...Object.fromEntries(added) } });
}
