import type { StatementLine } from '@fft/contract';
import { copyText } from '../../ui/clipboard/index.ts';
import { formatAmount, formatTimestamp } from '../../lib/format/index.ts';
import { Button, classes, Sheet, Tag, useLeaving } from '../../ui/kit/index.ts';
import { signOf } from '../../lib/exact.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useTexts } from '../../i18n/index.ts';
import { signed } from './signed.ts';
import styles from './Statement.module.css';

export interface RecordSheetProps {
  readonly record: StatementLine;
  readonly onClose: () => void;
}

/** All details of one line. */
export function RecordSheet({ record, onClose }: RecordSheetProps) {
  const t = useTexts(statementTexts);
  const { open, leave } = useLeaving(onClose);
  const { type, coin, amount, fee, balance, time, ref } = record;
  const copy = (): void => void copyText(ref);
  return (
    <Sheet open={open} onClose={leave} title={t.detail}>
      <p className={classes(styles.big, signOf(amount) > 0 && styles.in)}>
        {signed(amount)} {coin}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{t.type}</dt>
          <dd>{t.types[type]}</dd>
        </div>
        <div>
          <dt>{t.state}</dt>
          <dd>
            <Tag tone="good">{t.done}</Tag>
          </dd>
        </div>
        <div>
          <dt>{t.fee}</dt>
          <dd>{signOf(fee) === 0 ? t.noFee : `${formatAmount(fee)} ${coin}`}</dd>
        </div>
        <div>
          <dt>{t.balanceAfter}</dt>
          <dd>
            {formatAmount(balance)} {coin}
          </dd>
        </div>
        <div>
          <dt>{t.time}</dt>
          <dd>{formatTimestamp(time)}</dd>
        </div>
        {ref !== '' && (
          <div>
            <dt>{t.ref}</dt>
            <dd>
              {ref}{' '}
              <Button variant="link" size="small" onClick={copy}>
                {t.copy}
              </Button>
            </dd>
          </div>
        )}
      </dl>
    </Sheet>
  );
}
