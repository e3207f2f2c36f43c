import type { ReactNode } from 'react';
import { Link } from '../../lib/routing/index.ts';
import { classes, Icon, type IconName } from '@fft/kit';
import styles from './SettingRow.module.css';

export interface SettingRowProps {
  readonly icon: IconName;
  readonly title: string;
  /** The second line. */
  readonly text?: ReactNode;
  /** At the end: the current state. */
  readonly state?: ReactNode;
  /** `good` has a tick, `warn` needs attention, `danger` can't be undone. */
  readonly tone?: 'plain' | 'good' | 'warn' | 'danger';
  /** Link target. Without this and `onPress` the row is informational. */
  readonly to?: string;
  readonly onPress?: () => void;
  /** True if a press opens a sheet. */
  readonly opens?: boolean;
}

/** A settings row: name, state, and the way to change it. Goes in a {@link SettingGroup}. */
export function SettingRow({ icon, title, text, state, tone = 'plain', to, onPress, opens }: SettingRowProps) {
  const leads = to !== undefined || onPress !== undefined;
  const content = (
    <>
      <span className={classes(styles.tile, styles[tone])}>
        <Icon name={icon} size={20} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {text !== undefined && <span className={styles.text}>{text}</span>}
      </span>
      {state !== undefined && (
        <span className={classes(styles.state, styles[tone])}>
          {tone === 'good' && <Icon name="check" size={14} />}
          {state}
        </span>
      )}
      {leads && <Icon name="chevron-right" size={18} className={styles.chevron} />}
    </>
  );
  return (
    <li>
      {to !== undefined ? (
        <Link to={to} className={styles.row}>
          {content}
        </Link>
      ) : onPress ? (
        <button type="button" className={styles.row} aria-haspopup={opens ? 'dialog' : undefined} onClick={onPress}>
          {content}
        </button>
      ) : (
        <div className={styles.row}>{content}</div>
      )}
    </li>
  );
}

/** Rows that belong together under a small title. */
export function SettingGroup({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <section className={styles.group}>
      {title !== undefined && <h2 className={styles.heading}>{title}</h2>}
      <ul className={styles.rows}>{children}</ul>
    </section>
  );
}
