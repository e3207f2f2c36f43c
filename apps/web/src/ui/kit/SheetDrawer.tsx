import { Drawer } from '@base-ui/react/drawer';
import { kitTexts } from '../../i18n/kit.ts';
import { classes, useTexts } from '@fft/kit';
import { IconButton } from './IconButton.tsx';
import type { SheetProps } from './Sheet.tsx';
import styles from './Sheet.module.css';
import { useEffect, useEffectEvent } from 'react';

/** The sheet itself; {@link Sheet} loads it when first opened. */
export function SheetDrawer({ open, onClose, title, description, children, footer, className }: SheetProps) {
  const t = useTexts(kitTexts);
  useBackCloses(open, onClose);
  return (
    <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.scrim} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup className={classes(styles.sheet, className)}>
            <div className={styles.grabber} aria-hidden="true" />
            <div className={styles.head}>
              <Drawer.Title className={styles.title}>{title}</Drawer.Title>
              <Drawer.Close render={<IconButton icon="close" label={t.close} size={20} />} />
            </div>
            <Drawer.Content className={styles.content}>
              {description && <Drawer.Description className={styles.description}>{description}</Drawer.Description>}
              {children}
            </Drawer.Content>
            {footer && <div className={styles.footer}>{footer}</div>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/** The browser's watch for “back”, if supported; TypeScript's DOM types lack it. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}
type WindowWithWatcher = typeof window & { readonly CloseWatcher?: new () => CloseWatcher };

/** Lets the system's back gesture close what is open, if the browser supports it; elsewhere back leaves the page as usual. */
function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = window as WindowWithWatcher;
    if (!open || !CloseWatcher) return undefined;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', () => close());
    return () => watcher.destroy();
  }, [open]);
}
