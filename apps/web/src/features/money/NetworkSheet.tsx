import { Icon, Sheet, useLeaving } from '../../ui/kit/index.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './NetworkSheet.module.css';

interface NetworkOption {
  readonly chain: string;
  readonly name: string;
  /** What the network asks for, in the same order for each: fee, time, minimum. */
  readonly facts: readonly string[];
}

export interface NetworkSheetProps {
  readonly networks: readonly NetworkOption[];
  readonly chosen: string;
  readonly onChoose: (chain: string) => void;
  readonly onClose: () => void;
}

/** Chooses one of a coin's networks; shows the requirements of each. */
export function NetworkSheet({ networks, chosen, onChoose, onClose }: NetworkSheetProps) {
  const t = useTexts(moneyTexts);
  const { open, leave } = useLeaving(onClose);
  return (
    <Sheet open={open} onClose={leave} title={t.chooseNetwork}>
      <ul className={styles.networks}>
        {networks.map(({ chain, name, facts }) => (
          <li key={chain}>
            <button
              type="button"
              className={styles.row}
              aria-pressed={chain === chosen}
              onClick={() => {
                onChoose(chain);
                leave();
              }}
            >
              <span className={styles.words}>
                <span className={styles.name}>{name}</span>
                <span className={styles.facts}>{facts.join(' · ')}</span>
              </span>
              {chain === chosen && <Icon name="check" size={18} className={styles.tick} />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
