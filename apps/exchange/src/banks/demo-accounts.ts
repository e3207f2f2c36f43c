import type { Kysely } from 'kysely';
import type { Tables } from './room.ts';
import type { AccountDetails, HouseAccounts } from './accounts.ts';

const common = {
  id: null,
  address: '',
  listed: true,
  cutOff: 16 * 60,
  holidays: [],
  csv: null,
  dialect: null,
  encoding: null,
} as const;

/** The demo's accounts at its sandbox bank. */
const accountsOf = (brand: string): readonly AccountDetails[] => [
  {
    ...common,
    currency: 'CNY',
    kind: 'cn',
    number: '6222021234567890128',
    bank: '102100099996',
    holder: `${brand} Demo`,
    bankName: '沙盒银行',
    timeZone: 'Asia/Shanghai',
  },
  {
    ...common,
    currency: 'USD',
    kind: 'us',
    number: '000123456789',
    bank: '021000021',
    holder: `${brand} Demo`,
    bankName: 'Sandbox Bank',
    timeZone: 'America/New_York',
  },
];

/** Lists the demo's accounts at a first start, so that a newcomer can send money at once. In production two operators list each account. */
export async function seedDemoAccounts(db: Kysely<Tables>, accounts: HouseAccounts, brand: string): Promise<void> {
  if ((await accounts.all()).length > 0) return;
  await db.transaction().execute(async (transaction) => {
    for (const details of accountsOf(brand)) await accounts.save(transaction, details);
  });
}
