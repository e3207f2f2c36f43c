import { useEffect, useState } from 'react';
import { formatClock } from '../../lib/format/index.ts';
import { Button, Callout } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './StalePrices.module.css';
import { defineTexts } from '../../i18n/texts.ts';

const stalePricesTexts = defineTexts({
  zh: {
    staleTitle: '行情暂时无法更新',
    stale: (time: string, age: string): string => `价格截至 ${time}，${age}前`,
    seconds: (count: number): string => `${count} 秒`,
    minutes: (count: number): string => `${count} 分钟`,
    retry: '重试',
  },
  en: {
    staleTitle: 'Can’t update prices',
    stale: (time: string, age: string): string => `Prices as of ${time}, ${age} ago`,
    seconds: (count: number): string => `${count} s`,
    minutes: (count: number): string => `${count} min`,
    retry: 'Retry',
  },
});

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
