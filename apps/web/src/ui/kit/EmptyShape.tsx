import type { DrawingName } from './Drawing.tsx';
import styles from './Drawing.module.css';

const shapes = {
  list: (
    <>
      <path className={styles.paper} d="M38 18h34l18 18v50a6 6 0 0 1-6 6H38a6 6 0 0 1-6-6V24a6 6 0 0 1 6-6z" />
      <path className={styles.fold} d="M72 18v12a6 6 0 0 0 6 6h12z" />
      <path className={styles.line} d="M44 50h32M44 62h32M44 74h20" />
    </>
  ),
  wallet: (
    <>
      <path className={styles.line} d="M34 40 48 22h28l8 18" />
      <path className={styles.paper} d="M26 38h66a6 6 0 0 1 6 6v42a6 6 0 0 1-6 6H26a6 6 0 0 1-6-6V44a6 6 0 0 1 6-6z" />
      <path className={styles.fold} d="M72 56h30v18H72a9 9 0 0 1 0-18z" />
      <path className={styles.line} d="M32 52h20M32 62h12M32 78h28" />
      <circle className={styles.dot} cx="75" cy="65" r="3" />
    </>
  ),
  chart: (
    <>
      <rect className={styles.paper} x="18" y="22" width="84" height="66" rx="8" />
      <path className={styles.line} d="M30 74 46 56l14 10 26-30" />
      <circle className={styles.dot} cx="86" cy="36" r="4" />
    </>
  ),
};

/** The shapes of empty pages, which most visits don't see. */
export function EmptyShape({ name }: { readonly name: Exclude<DrawingName, 'failed'> }) {
  return shapes[name];
}
