import { createPortal } from 'react-dom';
import { useStore } from './store.ts';
import { toastStore } from './toast.ts';
import styles from './ToastHost.module.css';

/** Draws the message that {@link toast} shows. The app has one. */
export function ToastHost() {
  const shown = useStore(toastStore);
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
