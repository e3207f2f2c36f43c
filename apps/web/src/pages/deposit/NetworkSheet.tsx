import { formatAmount } from '../../lib/format/index.ts';
import { Icon, Sheet, useLeaving } from '../../ui/kit/index.ts';
import { trimZeros } from '../../lib/exact.ts';
import { depositTexts } from '../../i18n/deposit.ts';
import { useTexts } from '../../i18n/index.ts';
import type { DepositCoin } from './deposit-coin.ts';
import styles from './Deposit.module.css';

export interface NetworkSheetProps {
  readonly coin: DepositCoin;
  readonly chosen: string;
  readonly onChoose: (chain: string) => void;
  readonly onClose: () => void;
}

/** Chooses one of a coin's networks; shows the requirements of each. */
export function NetworkSheet({ coin, chosen, onChoose, onClose }: NetworkSheetProps) {
  const t = useTexts(depositTexts);
  const { open, leave } = useLeaving(onClose);
  return (
    <Sheet open={open} onClose={leave} title={t.chooseNetwork}>
      <ul className={styles.networks}>
        {coin.chains.map(({ chain, name, minDeposit, confirmations }) => (
          <li key={chain}>
            <button
              type="button"
              className={styles.networkRow}
              aria-pressed={chain === chosen}
              onClick={() => {
                onChoose(chain);
                leave();
              }}
            >
              <span className={styles.words}>
                <span className={styles.strong}>{name}</span>
                <span className={styles.second}>
                  {t.least} {formatAmount(trimZeros(minDeposit))} {coin.coin} · {t.needed} {t.times(confirmations)}
                </span>
              </span>
              {chain === chosen && <Icon name="check" size={18} className={styles.tick} />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
