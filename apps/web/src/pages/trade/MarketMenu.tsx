import type { Market } from '@fft/contract';
import { SettingGroup, SettingRow, Sheet } from '../../ui/kit/index.ts';
import { toggleFavourite, useFavourites } from '../../features/market-data/favourites.ts';
import { marketDetailPath, proChartPath } from '../../features/market-data/market-paths.ts';
import { marketMenuTexts } from './market-menu-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './MarketMenu.module.css';

export interface MarketMenuProps {
  readonly open: boolean;
  readonly market: Market;
  readonly onClose: () => void;
  /** Opens the explanation of order types. */
  readonly onHelp: () => void;
}

/** More actions for this market and its coins. */
export function MarketMenu({ open, market, onClose, onHelp }: MarketMenuProps) {
  const t = useTexts(marketMenuTexts);
  const { symbol, quote } = market;
  const isFavourite = useFavourites().has(symbol);
  return (
    <Sheet open={open} onClose={onClose} title={symbol}>
      <div className={styles.groups}>
        <SettingGroup>
          <SettingRow
            icon={isFavourite ? 'star-filled' : 'star'}
            title={isFavourite ? t.unfavourite : t.favourite}
            onPress={() => {
              toggleFavourite(symbol);
              onClose();
            }}
          />
          <SettingRow icon="info" title={t.facts} text={t.factsText} to={marketDetailPath(symbol)} />
          <SettingRow icon="indicators" title={t.proChart} text={t.proChartText} to={proChartPath(symbol)} />
        </SettingGroup>
        <SettingGroup>
          <SettingRow icon="deposit" title={t.deposit(quote)} to={`/pages/deposit/charge?coin=${quote}`} />
          <SettingRow icon="transfer" title={t.transfer} to="/pages/transfer/index" />
          <SettingRow icon="clock" title={t.orders} to={`/pages/trade/history?symbol=${symbol}`} />
          <SettingRow icon="gauge" title={t.fees} text={t.feesText} to="/pages/user/limits" />
          <SettingRow
            icon="help"
            title={t.help}
            text={t.helpText}
            onPress={() => {
              onClose();
              onHelp();
            }}
          />
        </SettingGroup>
      </div>
    </Sheet>
  );
}
