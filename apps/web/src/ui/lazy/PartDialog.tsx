import { classes, useTexts } from '@fft/kit';
import { useLayoutEffect, useRef } from 'react';
import { ErrorState } from '../kit/ErrorState.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { kitTexts } from '../../i18n/kit.ts';
import styles from './PartDialog.module.css';

export interface PartDialogProps {
  /** `gone`: the server no longer has the code, so that only a reload of the app helps. */
  readonly state: 'coming' | 'missing' | 'gone';
  /** Slides up from the bottom, as the sheet will. */
  readonly isSheet: boolean;
  readonly busy: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Shows over the page that a part is loading or failed to load. Uses the native dialog: the code of ours may be what failed. */
export function PartDialog({ state, isSheet, busy, onRetry, onClose }: PartDialogProps) {
  const t = useTexts(kitTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closes before it unmounts, so that the focus returns; the part then finds it there and can return it.
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
