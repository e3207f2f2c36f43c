import type { Insertable, Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';

const banners: readonly Insertable<Tables['banners']>[] = [
  {
    id: 'demo-welcome',
    position: 1,
    image: null,
    link: '/pages/home/market',
    title_zh: '这是演示交易所：随意试用，不涉及真实资金',
    title_en: 'A demo exchange: try all of it, no real money moves',
  },
  {
    id: 'demo-faucet',
    position: 2,
    image: null,
    link: '/pages/assets/index',
    title_zh: '每天可领取价值 100,000 USDT 的测试币',
    title_en: 'Take test coins worth up to 100,000 USDT a day',
  },
];

/** Gives the demo's home page something to show. What is there already, changed or not, stays as it is. */
export async function seedDemoBanners(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('banners')
    .values(banners)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
