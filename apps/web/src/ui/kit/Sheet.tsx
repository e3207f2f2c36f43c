import { type ReactNode, useState } from 'react';
import { lazySheet } from '../lazy/lazy-dialog.tsx';

const SheetDrawer = lazySheet<SheetProps>(() => import('./SheetDrawer.tsx').then((m) => m.SheetDrawer));

export interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Below the title. */
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Stays at the bottom while the rest scrolls: the buttons. */
  readonly footer?: ReactNode;
  readonly className?: string | undefined;
}

/**
 * A sheet that slides up from the bottom. Its close button, dragging it down, back, Escape and a tap beside it close it.
 * Its code is loaded when the first one opens, so that no page includes it.
 */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? <SheetDrawer {...props} /> : null;
}
