import styles from './Spinner.module.css';

/** A rotating arc in the text's colour. */
export function Spinner({ size = 18 }: { readonly size?: number }) {
  return (
    <svg className={styles.spinner} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" className={styles.track} />
      <path d="M10 2a8 8 0 0 1 8 8" />
    </svg>
  );
}
