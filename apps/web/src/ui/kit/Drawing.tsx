import { lazyPart } from '../lazy/lazy-part.tsx';
import styles from './Drawing.module.css';

export type DrawingName = 'list' | 'wallet' | 'failed' | 'chart';

const EmptyShape = lazyPart(() => import('./EmptyShape.tsx').then((m) => m.EmptyShape));

/** Needs no other file: it is shown when one couldn't be loaded. */
const failedShape = (
  <>
    <path className={styles.paper} d="M34 16h34l18 18v50a6 6 0 0 1-6 6H34a6 6 0 0 1-6-6V22a6 6 0 0 1 6-6z" />
    <path className={styles.fold} d="M68 16v12a6 6 0 0 0 6 6h12z" />
    <path className={styles.line} d="M40 48h30M40 60h22M40 72h14" />
    <circle className={styles.alarm} cx="84" cy="80" r="15" />
    <path className={styles.mark} d="M84 72v10M84 87.5v.1" />
  </>
);

/** Drawings for empty and failed pages. Decorative for screen readers. */
export function Drawing({ name }: { readonly name: DrawingName }) {
  return (
    <svg width="120" height="104" viewBox="0 0 120 104" className={styles.drawing} aria-hidden="true">
      {name === 'failed' ? failedShape : <EmptyShape name={name} />}
      <circle className={styles.spark} cx="14" cy="30" r="2" />
      <circle className={styles.spark} cx="108" cy="18" r="2.5" />
      <ellipse className={styles.ground} cx="60" cy="98" rx="34" ry="3" />
    </svg>
  );
}
