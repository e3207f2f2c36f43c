import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

const banners: readonly Tables['banners'][] = [
  {
    id: 'demo-welcome',
    position: 1,
    image: null,
    link: '/pages/home/market',
    title_zh: '这是演示交易所：随意试用，不涉及真实资金',
    title_en: 'This is a demo exchange: try everything, no real money moves',
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

const notices: readonly Omit<Tables['notices'], 'time'>[] = [
  {
    id: 'demo-prices',
    title_zh: '演示行情由模拟做市商产生，并非真实市场价格',
    title_en: 'Prices in this demo come from a simulated market maker, not from real markets',
  },
  {
    id: 'demo-mail',
    title_zh: '验证码邮件可在演示邮箱 /demo/mailbox 查看',
    title_en: 'Codes sent by e-mail can be read in the demo mailbox at /demo/mailbox',
  },
];

/** Gives the demo's home page something to show. What is there already, changed or not, stays as it is. */
export async function seedDemoContent(db: Kysely<Tables>, time: number): Promise<void> {
  await db
    .insertInto('banners')
    .values(banners)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await db
    .insertInto('notices')
    .values(notices.map((notice) => ({ ...notice, time })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
