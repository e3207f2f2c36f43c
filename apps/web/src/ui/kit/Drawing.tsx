import styles from './Drawing.module.css';

export type DrawingName = 'list' | 'wallet' | 'failed' | 'chart';

const shapes = {
  list: (
    <>
      <path className={styles.paper} d="M38 18h34l18 18v50a6 6 0 0 1-6 6H38a6 6 0 0 1-6-6V24a6 6 0 0 1 6-6z" />
      <path className={styles.fold} d="M72 18v12a6 6 0 0 0 6 6h12z" />
      <path className={styles.line} d="M44 50h32M44 62h32M44 74h20" />
    </>
  ),
  failed: (
    <>
      <path className={styles.paper} d="M34 16h34l18 18v50a6 6 0 0 1-6 6H34a6 6 0 0 1-6-6V22a6 6 0 0 1 6-6z" />
      <path className={styles.fold} d="M68 16v12a6 6 0 0 0 6 6h12z" />
      <path className={styles.line} d="M40 48h30M40 60h22M40 72h14" />
      <circle className={styles.alarm} cx="84" cy="80" r="15" />
      <path className={styles.mark} d="M84 72v10M84 87.5v.1" />
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

/** Drawings for empty and failed pages. Decorative for screen readers. */
export function Drawing({ name }: { readonly name: DrawingName }) {
  return (
    <svg width="120" height="104" viewBox="0 0 120 104" className={styles.drawing} aria-hidden="true">
      {shapes[name]}
      <circle className={styles.spark} cx="14" cy="30" r="2" />
      <circle className={styles.spark} cx="108" cy="18" r="2.5" />
      <ellipse className={styles.ground} cx="60" cy="98" rx="34" ry="3" />
    </svg>
  );
}
