import type { ReactNode } from 'react';
import { classes, IconButton } from '../../ui/kit/index.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { useTexts } from '../../i18n/index.ts';
import { useBack } from './use-back.ts';
import styles from './NavigationBar.module.css';

/** `fallback`: where back leads if no page of the app precedes this one. */
export interface Back {
  readonly fallback: string;
  readonly icon?: 'chevron-left' | 'close';
}

export interface NavigationBarProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly back?: Back | undefined;
  readonly actions?: ReactNode;
  readonly glow?: boolean | undefined;
  readonly isTab: boolean;
}

/** The bar that each page draws by itself at its top. */
export function NavigationBar({ title, lead, back, actions, glow, isTab }: NavigationBarProps) {
  const t = useTexts(shellTexts);
  const goBack = useBack(back?.fallback ?? '/');
  const left = isTab || lead !== undefined;
  return (
    <div className={classes(styles.bar, glow && styles.clear, left ? styles.left : styles.centred)}>
      {back && (
        <div className={styles.start}>
          <IconButton icon={back.icon ?? 'chevron-left'} label={t.back} onClick={goBack} />
        </div>
      )}
      {lead !== undefined && <div className={styles.lead}>{lead}</div>}
      <h1 className={lead === undefined ? styles.title : styles.unseen}>{title}</h1>
      {actions && <div className={styles.end}>{actions}</div>}
    </div>
  );
}
