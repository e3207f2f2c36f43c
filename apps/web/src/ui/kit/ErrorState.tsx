import { RefusedError } from '@fft/client';
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
  /** The reason of the failure. Where the server refused, its message is shown, with its trace id for support. */
  readonly error?: unknown;
}

interface Shown {
  readonly message: string | undefined;
  readonly traceId: string | undefined;
}

/** The server's own words: it did answer, so nothing may say that it didn't. */
function refusalOf(error: unknown): Shown {
  if (!(error instanceof RefusedError) || error.message === '') return { message: undefined, traceId: undefined };
  const { message, data } = error;
  const traceId = typeof data === 'object' && data !== null && 'traceId' in data ? data.traceId : undefined;
  return { message, traceId: typeof traceId === 'string' ? traceId : undefined };
}

/** Shown when nothing could be loaded: what isn't affected, and a retry. */
export function ErrorState({ title, children, onRetry, retryLabel, onBack, busy = false, error }: ErrorStateProps) {
  const t = useTexts(kitTexts);
  const { message, traceId } = refusalOf(error);
  return (
    <div className={styles.empty} role="alert">
      <Drawing name="failed" />
      <p className={styles.title}>{title ?? t.loadFailed}</p>
      <p className={styles.text}>{children ?? message ?? t.loadFailedText}</p>
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
