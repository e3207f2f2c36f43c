import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { toastStore } from './toast.ts';
import styles from './ToastHost.module.css';

/** Draws what {@link toast} was told. Stands once in the app. */
export function ToastHost() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.current);
  return createPortal(
    <div className={styles.host} role="status" aria-live="polite" aria-atomic="true">
      {shown && (
        <div key={shown.id} className={styles.toast}>
          {shown.message}
        </div>
      )}
    </div>,
    document.body,
  );
}
