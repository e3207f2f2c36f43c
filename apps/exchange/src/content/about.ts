import type { calls } from '@fft/contract';
import type { Kysely } from 'kysely';
import manifest from '../../package.json' with { type: 'json' };
import type { Tables } from './room.ts';
import type { Handler } from '../transport/http/route.ts';
import { safeHtml } from './safe-html.ts';

/** The About page. Its version is the server's; the app shows its brand's. */
export function readAbout(db: Kysely<Tables>, brand: string): Handler<typeof calls.content.about> {
  return async (_input, { lang }) => {
    const page = await db.selectFrom('pages').selectAll().where('id', '=', 'about').executeTakeFirst();
    return {
      name: brand,
      version: manifest.version,
      html: safeHtml(page?.[`html_${lang}`] ?? ''),
      links: (page?.links ?? []).map((link) => ({ title: link[lang], url: link.url })),
    };
  };
}
