import { type ReactNode, useState } from 'react';
import { lazyDialog } from '../lazy/lazy-dialog.tsx';
import type { ButtonVariant } from './Button.tsx';
import type { IconName } from '@fft/kit';

const ModalDialog = lazyDialog<ModalProps>(() => import('./ModalDialog.tsx').then((m) => m.ModalDialog), {
  isOpen: ({ open }) => open,
  close: ({ cancel, confirm }) => (cancel ?? confirm).onPress(),
});

export interface ModalProps {
  readonly open: boolean;
  readonly title: string;
  readonly icon?: IconName;
  readonly tone?: 'accent' | 'danger';
  /** In bold below the title. */
  readonly message?: ReactNode;
  /** Explanation below the message. */
  readonly children?: ReactNode;
  readonly confirm: {
    readonly label: string;
    readonly onPress: () => void;
    readonly variant?: ButtonVariant;
    readonly busy?: boolean;
  };
  /** Without it there is no cancel button, and Escape has no effect. */
  readonly cancel?: { readonly label: string; readonly onPress: () => void };
}

/** A question or message in the middle of the page that must be answered. Its code is loaded when the first one opens. */
export function Modal(props: ModalProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? <ModalDialog {...props} /> : null;
}
