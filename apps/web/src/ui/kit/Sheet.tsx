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
 * A sheet that comes up from the bottom: grabber, close button, drag down, back, Escape and a tap beside it close it.
 * What draws it is loaded when the first one is opened: no page has to bring it along.
 */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? <SheetDrawer {...props} /> : null;
}
