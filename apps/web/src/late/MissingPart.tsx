import { useTexts } from '@fft/kit';
import { useEffect, useRef } from 'react';
import { ErrorState } from '../kit/ErrorState.tsx';
import { kitTexts } from '../texts/kit.ts';
import styles from './MissingPart.module.css';

export interface MissingPartProps {
  /** The server has it no more: then loading the app anew helps, and nothing else. */
  readonly gone: boolean;
  readonly busy: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Says over the page that what was opened can't be had. By the browser's own dialog: ours may be what is missing. */
export function MissingPart({ gone, busy, onRetry, onClose }: MissingPartProps) {
  const t = useTexts(kitTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={styles.missing}
      aria-label={t.partMissing}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <ErrorState
        title={t.partMissing}
        onBack={onClose}
        onRetry={gone ? () => window.location.reload() : onRetry}
        {...(gone && { retryLabel: t.reload })}
        busy={busy}
      >
        {gone ? t.partGoneText : t.partMissingText}
      </ErrorState>
    </dialog>
  );
}
