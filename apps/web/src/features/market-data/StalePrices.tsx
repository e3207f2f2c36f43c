import { useEffect, useState } from 'react';
import { formatClock } from '../../lib/format/index.ts';
import { Button, Callout } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { stalePricesTexts } from './stale-prices-texts.ts';
import styles from './StalePrices.module.css';

export interface StalePricesProps {
  /** When the prices were last known to be true. */
  readonly at: number | null;
  readonly onRetry: () => void;
}

/** Says how old prices are that can't be updated, and offers a retry. */
export function StalePrices({ at, onRetry }: StalePricesProps) {
  const t = useTexts(stalePricesTexts);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - (at ?? now)) / 1000));
  const age = seconds < 120 ? t.seconds(seconds) : t.minutes(Math.floor(seconds / 60));
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
      {t.stale(formatClock(at), age)}
    </Callout>
  );
}
