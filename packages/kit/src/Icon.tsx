import { classes } from './classes.ts';
import { iconPaths, type IconName } from './icon-paths.ts';
import styles from './Icon.module.css';

export interface IconProps {
  readonly name: IconName;
  /** Side in CSS px; 24 by default. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** An icon in the text's colour. Decorative for screen readers: the control around it has the name. */
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
