import { calls, type Lang } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Messages } from '../../content/index.ts';
import type { Tables } from '../room.ts';
import { route, type Api } from '../../transport/http/route.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { MarketBoard } from '../tickers/market-board.ts';
import type { Valuation } from '../../assets/prices/valuation.ts';
import type { MarketFeed } from '../feeds/market-feed.ts';
import { rankMarkets } from './rankings.ts';

export interface HomeOptions {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly board: MarketBoard;
  readonly feed: MarketFeed;
  readonly valuation: Valuation;
  readonly now: () => number;
  readonly latestNotices: Messages['latestNotices'];
}

const maxNotices = 10;

/** Binds the calls of the home page. */
export function serveHome({ api, db, directory, board, feed, valuation, now, latestNotices }: HomeOptions): void {
  route(api, calls.home.carousel, async (_input, { lang }) => {
    const time = now();
    const banners = await db
      .selectFrom('banners')
      .selectAll()
      .where((row) => row.or([row('shown_from', 'is', null), row('shown_from', '<=', time)]))
      .where((row) => row.or([row('shown_until', 'is', null), row('shown_until', '>', time)]))
      .orderBy('position')
      .orderBy('id')
      .execute();
    const notices = await latestNotices(lang, maxNotices);
    return {
      banners: banners.map((banner) => ({
        id: banner.id,
        image: banner.image,
        title: titleOf(banner, lang),
        link: banner.link,
      })),
      notices,
    };
  });

  route(api, calls.home.rankings, () =>
    rankMarkets(
      directory.markets().map((view) => ({
        ticker: feed.ticker(view),
        usdtUnits: valuation.usdtUnits(view.quote.code, board.day(view.id, now()).turnover),
      })),
    ),
  );
}

function titleOf(row: { readonly title_zh: string; readonly title_en: string }, lang: Lang): string {
  return lang === 'zh' ? row.title_zh : row.title_en;
}
