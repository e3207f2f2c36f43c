import { Icon, type IconName, Sheet } from '../../ui/kit/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { moreTexts } from './more-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './MoreSheet.module.css';

type Name = Exclude<keyof typeof moreTexts.zh, 'title' | 'groups'>;

interface Place {
  readonly name: Name;
  readonly icon: IconName;
  readonly path: string;
}

const groups: readonly { readonly name: keyof typeof moreTexts.zh.groups; readonly places: readonly Place[] }[] = [
  {
    name: 'money',
    places: [
      { name: 'deposit', icon: 'deposit', path: '/pages/deposit/charge' },
      { name: 'withdraw', icon: 'withdraw', path: '/pages/deposit/withdraw' },
      { name: 'transfer', icon: 'transfer', path: '/pages/transfer/index' },
      { name: 'addresses', icon: 'wallet', path: '/pages/wallet/address' },
      { name: 'coinStatement', icon: 'statement', path: '/pages/assets/coinbill' },
      { name: 'bankDeposit', icon: 'download', path: '/pages/deposit/bank' },
      { name: 'payout', icon: 'share', path: '/pages/deposit/payout' },
      { name: 'bankAccounts', icon: 'user', path: '/pages/wallet/bank' },
      { name: 'fiatStatement', icon: 'document', path: '/pages/assets/encybill' },
    ],
  },
  {
    name: 'trading',
    places: [
      { name: 'trade', icon: 'trade', path: '/pages/home/trade' },
      { name: 'convert', icon: 'refresh', path: '/pages/trade/convert' },
      { name: 'orders', icon: 'clock', path: '/pages/trade/history' },
      { name: 'chart', icon: 'candles', path: '/pages/transfer/kline' },
      { name: 'proChart', icon: 'indicators', path: '/pages/transfer/ftf' },
    ],
  },
  {
    name: 'account',
    places: [
      { name: 'identity', icon: 'identity', path: '/pages/user/idauth' },
      { name: 'safety', icon: 'shield-check', path: '/pages/user/safety' },
      { name: 'limits', icon: 'gauge', path: '/pages/user/limits' },
      { name: 'inbox', icon: 'bell', path: '/pages/content/index' },
      { name: 'invite', icon: 'gift', path: '/pages/user/invite' },
      { name: 'settings', icon: 'settings', path: '/pages/user/index' },
    ],
  },
  {
    name: 'about',
    places: [
      { name: 'proof', icon: 'scale', path: '/pages/assets/proof' },
      { name: 'status', icon: 'desktop', path: '/pages/index/index' },
      { name: 'about', icon: 'info', path: '/pages/content/about' },
    ],
  },
];

/** Links to all pages of the app. */
export function MoreSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTexts(moreTexts);
  return (
    <Sheet open={open} onClose={onClose} title={t.title}>
      {groups.map(({ name: group, places }) => (
        <section key={group} className={styles.group}>
          <h3 className={styles.heading}>{t.groups[group]}</h3>
          <ul className={styles.places}>
            {places.map(({ name, icon, path }) => (
              <li key={name}>
                <Link to={path} className={styles.place}>
                  <span className={styles.tile}>
                    <Icon name={icon} size={22} />
                  </span>
                  {t[name]}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Sheet>
  );
}
