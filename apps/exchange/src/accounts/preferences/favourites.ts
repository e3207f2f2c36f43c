import { calls } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import { route, type Api } from '../../transport/http/route.ts';
import type { Directory } from '../../ledger/listings/directory.ts';

export interface FavouritesOptions {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
}

/** Binds the calls for a customer's favourites. */
export function serveFavourites({ api, db, directory }: FavouritesOptions): void {
  route(api, calls.watchlist.favourites, async (_input, { customer }) => {
    const row = await db
      .selectFrom('favourites')
      .select('symbols')
      .where('customer', '=', customer.id)
      .executeTakeFirst();
    return row?.symbols ?? [];
  });

  route(api, calls.watchlist.setFavourites, async ({ symbols }, { customer }) => {
    if (symbols.some((symbol) => !directory.market(symbol))) throw refuse('unknownMarket');
    const row = { customer: customer.id, symbols: JSON.stringify(symbols) };
    await db
      .insertInto('favourites')
      .values(row)
      .onConflict((conflict) => conflict.column('customer').doUpdateSet({ symbols: row.symbols }))
      .execute();
    return symbols;
  });
}
