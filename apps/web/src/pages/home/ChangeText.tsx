import { directionOf, formatChange } from '../../format/index.ts';
import { classes } from '../../kit/index.ts';
import styles from './ChangeText.module.css';

const arrows = { up: '▲', down: '▼', none: '' } as const;

/** A change with sign, arrow and colour; grey without an arrow where nothing moved. */
export function ChangeText({ change, pill }: { readonly change: string | null | undefined; readonly pill?: boolean }) {
  const direction = directionOf(change);
  return (
    <span className={classes(styles.change, styles[direction], pill && styles.pill)}>
      {arrows[direction] && (
        <span className={styles.arrow} aria-hidden="true">
          {arrows[direction]}
        </span>
      )}
      {formatChange(change)}
    </span>
  );
}
