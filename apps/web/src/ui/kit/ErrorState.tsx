import type { ReactNode } from 'react';
import { kitTexts } from '../../i18n/kit.ts';
import { useTexts } from '@fft/kit';
import { Button } from './Button.tsx';
import { Drawing } from './Drawing.tsx';
import styles from './Empty.module.css';

export interface ErrorStateProps {
  readonly title?: string;
  /** Reassures the customer about what isn't affected. */
  readonly children?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  /** For a retry with a wider effect, such as a reload. */
  readonly retryLabel?: string;
  readonly onBack?: (() => void) | undefined;
  readonly busy?: boolean;
  /** The server's trace id, for support. */
  readonly traceId?: string | undefined;
}

/** Shown when nothing could be loaded: what isn't affected, and a retry. */
export function ErrorState({ title, children, onRetry, retryLabel, onBack, busy = false, traceId }: ErrorStateProps) {
  const t = useTexts(kitTexts);
  return (
    <div className={styles.empty} role="alert">
      <Drawing name="failed" />
      <p className={styles.title}>{title ?? t.loadFailed}</p>
      <p className={styles.text}>{children ?? t.loadFailedText}</p>
      <div className={styles.action}>
        {onBack && (
          <Button variant="secondary" size="medium" onClick={onBack}>
            {t.back}
          </Button>
        )}
        {onRetry && (
          <Button size="medium" icon="refresh" busy={busy} onClick={onRetry}>
            {retryLabel ?? t.retry}
          </Button>
        )}
      </div>
      {traceId && (
        <p className={styles.trace}>
          {t.traceId} {traceId}
        </p>
      )}
    </div>
  );
}
