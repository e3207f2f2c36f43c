import { useIsLoading } from '../../api/index.ts';
import styles from './LoadingBar.module.css';

/** A thin line at the very top while a call that does something is under way. */
export function LoadingBar() {
  const shown = useIsLoading();
  return shown ? <div className={styles.bar} aria-hidden="true" /> : null;
}
