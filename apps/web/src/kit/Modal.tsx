import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from './Button.tsx';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './Modal.module.css';

export interface ModalProps {
  readonly open: boolean;
  readonly title: string;
  readonly icon?: IconName;
  readonly tone?: 'accent' | 'danger';
  /** In bold below the title. */
  readonly message?: ReactNode;
  /** The small print. */
  readonly children?: ReactNode;
  readonly confirm: {
    readonly label: string;
    readonly onPress: () => void;
    readonly variant?: ButtonVariant;
    readonly busy?: boolean;
  };
  /** Without it there is no cancel button, and Escape does nothing. */
  readonly cancel?: { readonly label: string; readonly onPress: () => void };
}

/** A question or a message in the middle that has to be answered. */
export function Modal({ open, title, icon, tone = 'accent', message, children, confirm, cancel }: ModalProps) {
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
