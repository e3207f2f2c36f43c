import type { Insertable, Kysely } from 'kysely';
import type { Tables } from '../room.ts';

const banners: readonly Insertable<Tables['banners']>[] = [
  {
    id: 'demo-welcome',
    position: 1,
    image: null,
    link: '/pages/home/market',
    title_zh: '这是演示交易所：随意试用，不涉及真实资金',
    title_en: 'Demo exchange: try everything, no real money',
  },
  {
    id: 'demo-faucet',
    position: 2,
    image: null,
    link: '/pages/assets/index',
    title_zh: '每天可领取价值 100,000 USDT 的体验币',
    title_en: 'Get demo coins worth up to 100,000 USDT a day',
  },
];

/** Adds the demo's banners. Existing ones, changed or not, stay. */
export async function seedDemoBanners(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('banners')
    .values(banners)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
