import { calls, type Balance, type Market } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { formatPrice } from '../../lib/format/index.ts';
import { Icon, type IconName, Sheet } from '../../ui/kit/index.ts';
import type { AccountKind } from '../../features/live/holdings.ts';
import { useTicker } from '../../features/live/tickers.ts';
import { ChangePill } from '../../features/market-data/Change.tsx';
import { useBankCurrencies } from '../../features/money/use-bank-currency.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { tradePath } from '../../features/market-data/market-paths.ts';
import { Link } from '../../lib/routing/index.ts';
import { assetsTexts } from '../../i18n/assets.ts';
import { assetSheetTexts } from './asset-sheet-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './AssetSheet.module.css';
import type { Amounts } from './use-amounts.ts';

export interface AssetSheetProps {
  readonly open: boolean;
  readonly kind: AccountKind;
  readonly balance: Balance;
  readonly amounts: Amounts;
  readonly onClose: () => void;
}

interface Way {
  readonly name: 'deposit' | 'withdraw' | 'transfer' | 'convert' | 'recurring' | 'statement';
  readonly icon: IconName;
  readonly path: string;
}

const transfer: Way = { name: 'transfer', icon: 'transfer', path: '/pages/transfer/index' };
/** Only currencies of bank transfers have them. */
const bankWays: readonly Way[] = [
  { name: 'deposit', icon: 'deposit', path: '/pages/deposit/bank' },
  { name: 'withdraw', icon: 'withdraw', path: '/pages/deposit/payout' },
];
/** Coins arrive in and leave from the coin account only. */
const ways: Readonly<Record<AccountKind, readonly Way[]>> = {
  coin: [
    { name: 'deposit', icon: 'deposit', path: '/pages/deposit/charge' },
    { name: 'withdraw', icon: 'withdraw', path: '/pages/deposit/withdraw' },
    transfer,
    { name: 'convert', icon: 'refresh', path: '/pages/trade/convert' },
    { name: 'recurring', icon: 'clock', path: '/pages/trade/recurring' },
    { name: 'statement', icon: 'statement', path: '/pages/assets/coinbill' },
  ],
  fiat: [
    { ...transfer, path: '/pages/transfer/index?from=fiat' },
    { name: 'statement', icon: 'statement', path: '/pages/assets/encybill' },
  ],
};

/** One coin of an account: available balance, actions, and markets. */
export function AssetSheet({ open, kind, balance, amounts, onClose }: AssetSheetProps) {
  const t = useTexts(assetsTexts);
  const sheet = useTexts(assetSheetTexts);
  const bankCoins = useBankCurrencies();
  const { coin, name, total, usable, frozen, value } = balance;
  return (
    <Sheet open={open} onClose={onClose} title={coin}>
      <div className={styles.head}>
        <CoinMark coin={coin} size={40} />
        <div>
          <p className={styles.name}>{name}</p>
          <p className={styles.total}>{amounts.balance(total, coin)}</p>
          <p className={styles.worth}>≈ {amounts.show(value, 2)} USDT</p>
        </div>
      </div>
      <dl className={styles.parts}>
        <div>
          <dt>{t.usable}</dt>
          <dd>{amounts.balance(usable, coin)}</dd>
        </div>
        <div>
          <dt>{t.frozen}</dt>
          <dd>{amounts.balance(frozen, coin)}</dd>
        </div>
      </dl>
      <nav className={styles.ways} aria-label={coin}>
        {(kind === 'fiat' && bankCoins?.includes(coin) === true ? [...bankWays, ...ways.fiat] : ways[kind]).map(
          (way) => (
            <Link
              key={way.name}
              to={`${way.path}${way.path.includes('?') ? '&' : '?'}coin=${coin}`}
              className={styles.way}
            >
              <Icon name={way.icon} size={20} />
              {way.name === 'convert' || way.name === 'recurring' ? sheet[way.name] : t[way.name]}
            </Link>
          ),
        )}
      </nav>
      {kind === 'coin' && <Markets coin={coin} />}
    </Sheet>
  );
}

/** The markets with the coin as base; if there are none, those with it as quote. */
function Markets({ coin }: { readonly coin: string }) {
  const t = useTexts(assetSheetTexts);
  const { data: all = [] } = useCall(calls.market.list, {}, { quiet: true, staleTimeMs: 300_000 });
  const own = all.filter(({ base }) => base === coin);
  const markets = own.length > 0 ? own : all.filter(({ quote }) => quote === coin);
  if (markets.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>{t.markets}</h3>
      <ul>
        {markets.map((market) => (
          <li key={market.symbol}>
            <MarketLine market={market} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MarketLine({ market: { symbol, base, quote } }: { readonly market: Market }) {
  const ticker = useTicker(symbol)?.ticker ?? null;
  return (
    <Link to={tradePath(symbol)} className={styles.market}>
      <CoinMark coin={base} size={24} />
      <span className={styles.pair}>
        {base}
        <span className={styles.quote}> /{quote}</span>
      </span>
      <span className={styles.price}>{formatPrice(ticker?.last)}</span>
      <ChangePill change={ticker?.change ?? null} small />
    </Link>
  );
}
