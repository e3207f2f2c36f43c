import type { StatementLine } from '@fft/contract';
import { Icon, Sheet, useLeaving } from '../../ui/kit/index.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useTexts } from '../../i18n/index.ts';
import { flowTypes, type StatementAccount } from './filter.ts';
import styles from './TypeSheet.module.css';

type Chosen = StatementLine['type'] | null;

export interface TypeSheetProps {
  readonly account: StatementAccount;
  readonly chosen: Chosen;
  readonly onChoose: (type: Chosen) => void;
  readonly onClose: () => void;
}

/** Chooses one type of lines, or all. */
export function TypeSheet({ account, chosen, onChoose, onClose }: TypeSheetProps) {
  const t = useTexts(statementTexts);
  const { open, leave } = useLeaving(onClose);
  const options: readonly Chosen[] = [null, ...flowTypes[account]];
  return (
    <Sheet open={open} onClose={leave} title={t.typeTitle}>
      <ul>
        {options.map((type) => (
          <li key={type ?? 'all'}>
            <button
              type="button"
              className={styles.option}
              aria-pressed={chosen === type}
              onClick={() => {
                onChoose(type);
                leave();
              }}
            >
              {type === null ? t.allTypes : t.types[type]}
              {chosen === type && <Icon name="check" size={18} />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
