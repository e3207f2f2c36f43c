import { classes } from './classes.ts';
import { iconPaths, type IconName } from './icon-paths.ts';
import styles from './Icon.module.css';

export interface IconProps {
  readonly name: IconName;
  /** CSS px of a side; 24 unless told. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** A drawing in the text's colour. Decorative for screen readers: the control around it carries the name. */
export function Icon({ name, size = 24, className }: IconProps) {
  return (
    <svg className={classes(styles.icon, className)} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {iconPaths[name]
        .split('|')
        .map((shape) =>
          shape.startsWith('*') ? (
            <path key={shape} d={shape.slice(1)} fill="currentColor" stroke="none" />
          ) : (
            <path key={shape} d={shape} />
          ),
        )}
    </svg>
  );
}
