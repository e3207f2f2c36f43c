import type { Insertable, Kysely } from 'kysely';
import type { Tables } from './room.ts';
import { withBrand } from '../platform/mail/brand.ts';
import type { PageLink } from './tables.ts';

const about = {
  zh: [
    '<p>{brand} 是一家数字资产交易所：现货交易、币币账户与法币账户、充值与提现，一切操作都记入一份有序、只增不改的账本。</p>',
    '<h3>账本先行</h3><p>每一笔变动都先写入账本，再生效，最后返回结果。重启、断电、重复提交都不会让资金多出或少掉一分。</p>',
    '<h3>资金安全</h3><p>提现需要邮箱验证码与交易密码，可另加身份验证器；新地址与安全设置变更后，需等待一段时间（默认 24 小时）才可提现。</p>',
    '<h3>风险提示</h3><p>数字资产价格波动很大，请只投入您能够承受损失的资金。</p>',
  ].join(''),
  en: [
    '<p>{brand} is an exchange for digital assets: spot trading, a coin and a fiat account, deposits and withdrawals, all recorded in one ordered, append-only ledger.</p>',
    '<h3>The ledger first</h3><p>Every change is written to the ledger before it takes effect and before you get an answer. No restart, power cut or repeated request creates or loses a cent.</p>',
    '<h3>Your money</h3><p>A withdrawal needs a code by e-mail and the transaction password, and an authenticator app where one is set up. Withdrawals wait for a time (24 hours by default) after you add an address or change your security settings.</p>',
    '<h3>Risk</h3><p>Prices of digital assets move a lot. Invest only what you can afford to lose.</p>',
  ].join(''),
} as const;

const links: readonly PageLink[] = [{ url: '/reference', zh: '接口文档', en: 'API reference' }];

/** Creates the page about the exchange. Keeps an existing one. */
export async function seedAbout(db: Kysely<Tables>, brand: string): Promise<void> {
  await db
    .insertInto('pages')
    .values({
      id: 'about',
      html_zh: withBrand(about.zh, brand),
      html_en: withBrand(about.en, brand),
      links: JSON.stringify(links) as unknown as PageLink[],
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

const notices: readonly Omit<Insertable<Tables['notices']>, 'time'>[] = [
  {
    id: 'demo-prices',
    kind: 'notice',
    title_zh: '演示行情由模拟做市商产生，并非真实市场价格',
    title_en: 'Prices in this demo come from a simulated market maker, not from real markets',
    summary_zh: '可以放心试用：这里没有真实的资金。',
    summary_en: 'Try anything you like: no real money is involved.',
    html_zh:
      '<p>本演示中的价格、挂单与成交由模拟做市商产生，走势仅供体验功能。</p><p>每位用户每天最多可领取 100,000 USDT 等值的体验币。</p>',
    html_en:
      '<p>A simulated market maker makes the prices, orders and trades in this demo.</p><p>You can get demo coins worth up to 100,000 USDT a day.</p>',
  },
  {
    id: 'demo-mail',
    kind: 'system',
    title_zh: '验证码请在演示邮箱 /demo/mailbox 查看',
    title_en: 'Verification codes arrive in the demo mailbox at /demo/mailbox',
    summary_zh: '演示环境不会向外发送邮件。',
    summary_en: 'The demo sends no real e-mail.',
    html_zh: '<p>演示环境自带邮件服务器：所有验证码与通知都可在 <code>/demo/mailbox</code> 查看。</p>',
    html_en:
      '<p>The demo has its own mail server: all codes and notices can be read at <code>/demo/mailbox</code>.</p>',
  },
];

/** Creates the demo's notices. Keeps existing ones, changed or not. */
export async function seedDemoNotices(db: Kysely<Tables>, time: number): Promise<void> {
  await db
    .insertInto('notices')
    .values(notices.map((notice) => ({ ...notice, time })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
