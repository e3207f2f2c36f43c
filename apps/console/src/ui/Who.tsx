import styles from './Who.module.css';

export interface WhoProps {
  /** As on the identity document; null without one. */
  readonly name: string | null;
  readonly customer: number;
}

/** A customer in a table: the name over the number. */
export function Who({ name, customer }: WhoProps) {
  if (name === null) return <strong>{customer}</strong>;
  return (
    <span className={styles.who}>
      <strong>{name}</strong>
      <span>{customer}</span>
    </span>
  );
}
