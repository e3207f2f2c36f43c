import { Icon, IconButton } from '../../ui/kit/index.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { transferTexts } from './transfer-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './Direction.module.css';
import type { Account } from './account.ts';

export interface DirectionProps {
  readonly from: Account;
  readonly onSwap: () => void;
}

/** The accounts of the transfer, with a button that swaps them. */
export function Direction({ from, onSwap }: DirectionProps) {
  const t = useTexts(transferTexts);
  const money = useTexts(moneyTexts);
  const nameOf = (account: Account): string => (account === 'coin' ? money.coinAccount : money.fiatAccount);
  return (
    <div className={styles.card}>
      <dl className={styles.ends}>
        <div className={styles.end}>
          <dt>{t.from}</dt>
          <dd data-testid="transfer-from">{nameOf(from)}</dd>
        </div>
        <div className={styles.end}>
          <dt>{t.to}</dt>
          <dd>{nameOf(from === 'coin' ? 'fiat' : 'coin')}</dd>
        </div>
      </dl>
      <span className={styles.arrow} aria-hidden="true">
        <Icon name="chevron-down" size={16} />
      </span>
      <IconButton icon="transfer" label={t.swap} className={styles.swap} onClick={onSwap} />
    </div>
  );
}
