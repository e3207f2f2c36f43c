import { classes, useTexts } from '@fft/kit';
import { useLayoutEffect, useRef } from 'react';
import { ErrorState } from '../kit/ErrorState.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { kitTexts } from '../../i18n/kit.ts';
import styles from './PartDialog.module.css';

export interface PartDialogProps {
  /** `gone`: the server has it no more, so that loading the app anew helps, and nothing else. */
  readonly state: 'coming' | 'missing' | 'gone';
  /** It comes up from the bottom, and so does its shape. */
  readonly isSheet: boolean;
  readonly busy: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Says over the page that what was opened is on its way, or can't be had. By the browser's own dialog: ours may be what is missing. */
export function PartDialog({ state, isSheet, busy, onRetry, onClose }: PartDialogProps) {
  const t = useTexts(kitTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closed before it is taken away, so that the focus is back where what comes will find it, and give it back to.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes(styles.part, state === 'coming' && isSheet && styles.sheet)}
      aria-label={state === 'coming' ? t.loading : t.partMissing}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {state === 'coming' ? (
        <div className={styles.shape} role="status" aria-label={t.loading}>
          <Skeleton width={120} height={24} />
          <Skeleton height={44} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </div>
      ) : (
        <ErrorState
          title={t.partMissing}
          onBack={onClose}
          onRetry={state === 'gone' ? () => window.location.reload() : onRetry}
          {...(state === 'gone' && { retryLabel: t.reload })}
          busy={busy}
        >
          {state === 'gone' ? t.partGoneText : t.partMissingText}
        </ErrorState>
      )}
    </dialog>
  );
}
