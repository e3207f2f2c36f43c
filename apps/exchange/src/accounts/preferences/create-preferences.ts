import type { ContextOf } from '../../context.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { Api } from '../../transport/http/route.ts';
import { serveFavourites } from './favourites.ts';
import { serveWorkspaceLayouts } from './workspace-layouts.ts';

/** What customers arrange for themselves: favourite markets and layouts of the workspace. */
export function createPreferences({ storage, now }: ContextOf<'accounts'>, { directory }: Pick<Ledger, 'directory'>) {
  const { db } = storage.pools.reading;
  return {
    routes: (api: Api): void => {
      serveFavourites({ api, db, directory });
      serveWorkspaceLayouts({ api, db, now });
    },
  };
}
