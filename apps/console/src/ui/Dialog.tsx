import { type ReactNode, useEffect, useId, useRef } from 'react';
import { uiTexts } from '../i18n/ui.ts';
import { useTexts } from '@fft/kit';
import { Button, IconButton, type ButtonProps } from './Button.tsx';
import styles from './Dialog.module.css';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** The action of the dialog; omitted if there is only something to read. */
  readonly confirm?: {
    readonly label: string;
    readonly busy?: boolean;
    /** True while there is something to read first. */
    readonly disabled?: boolean;
    readonly variant?: ButtonProps['variant'];
    readonly onPress: () => void;
  };
  /** Label of the button that closes it; “Cancel” or “Close” by default. */
  readonly closeLabel?: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog, open while it is mounted. Escape closes it; Enter in an input submits it. */
export function Dialog({ title, onClose, confirm, closeLabel, wide, children }: DialogProps) {
  const t = useTexts(uiTexts);
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={wide ? styles.wide : styles.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!confirm?.disabled && !confirm?.busy) confirm?.onPress();
        }}
      >
        <header className={styles.top}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton icon="close" label={t.close} onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
        <footer className={styles.foot}>
          <Button variant="secondary" onClick={onClose}>
            {closeLabel ?? (confirm ? t.cancel : t.close)}
          </Button>
          {confirm && (
            <Button
              type="submit"
              variant={confirm.variant ?? 'primary'}
              busy={confirm.busy ?? false}
              disabled={confirm.disabled}
            >
              {confirm.label}
            </Button>
          )}
        </footer>
      </form>
    </dialog>
  );
}
