import { Drawer } from '@base-ui/react/drawer';
import { kitTexts } from '../../i18n/kit.ts';
import { classes, useTexts } from '@fft/kit';
import { IconButton } from './IconButton.tsx';
import { useBackCloses } from './use-back-closes.ts';
import type { SheetProps } from './Sheet.tsx';
import styles from './Sheet.module.css';

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
