import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Button } from './Button.tsx';
import { classes, Icon } from '@fft/kit';
import type { ModalProps } from './Modal.tsx';
import styles from './Modal.module.css';

/** The modal itself; {@link Modal} loads it when first opened. */
export function ModalDialog({ open, title, icon, tone = 'accent', message, children, confirm, cancel }: ModalProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && cancel?.onPress()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.scrim} />
        <AlertDialog.Viewport className={styles.viewport}>
          <AlertDialog.Popup className={styles.modal}>
            {icon && (
              <span className={classes(styles.icon, styles[tone])}>
                <Icon name={icon} size={24} />
              </span>
            )}
            <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className={styles.words}>
              {message && <p className={styles.message}>{message}</p>}
              {children}
            </AlertDialog.Description>
            <div className={styles.buttons}>
              {cancel && (
                <Button variant="secondary" size="medium" onClick={cancel.onPress}>
                  {cancel.label}
                </Button>
              )}
              <Button
                variant={confirm.variant ?? 'primary'}
                size="medium"
                busy={confirm.busy ?? false}
                onClick={confirm.onPress}
              >
                {confirm.label}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
