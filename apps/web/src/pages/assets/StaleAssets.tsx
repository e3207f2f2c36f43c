import { formatTimestamp } from '../../lib/format/index.ts';
import { Button, Callout } from '../../ui/kit/index.ts';
import { assetsTexts } from '../../i18n/assets.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './StaleAssets.module.css';

export interface StaleAssetsProps {
  readonly at: number | null;
  readonly onRetry: () => void;
}

/** Says how old the balances are while they can't be updated, and offers a retry. */
export function StaleAssets({ at, onRetry }: StaleAssetsProps) {
  const t = useTexts(assetsTexts);
  return (
    <Callout
      tone="warn"
      icon="offline"
      title={t.staleTitle}
      className={styles.note ?? ''}
      action={
        <Button variant="secondary" size="small" onClick={onRetry}>
          {t.retry}
        </Button>
      }
    >
      {t.stale(formatTimestamp(at))}
    </Callout>
  );
}
