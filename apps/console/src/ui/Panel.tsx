import { useTexts } from '@fft/kit';
import type { ReactNode } from 'react';
import { uiTexts } from '../i18n/ui.ts';
import { IconButton } from './Button.tsx';
import styles from './Panel.module.css';
import { useHotkeys } from './use-hotkeys.ts';

export interface PanelProps {
  readonly title: ReactNode;
  /** Accessible name. */
  readonly label: string;
  readonly mark?: ReactNode;
  readonly line?: ReactNode;
  readonly onClose: () => void;
  /** Stays visible while the content scrolls. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** Details of one row beside the list; Escape closes it. */
export function Panel({ title, label, mark, line, onClose, foot, children }: PanelProps) {
  const t = useTexts(uiTexts);
  useHotkeys({ escape: onClose });
  return (
    <aside className={styles.panel} aria-label={label}>
      <header className={styles.top}>
        {mark}
        <div className={styles.who}>
          <h2 className={styles.title}>{title}</h2>
          {line && <p className={styles.line}>{line}</p>}
        </div>
        <IconButton icon="close" label={t.close} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </aside>
  );
}

/** The first letter of a name in a circle. */
export function Monogram({ of, size = 40 }: { readonly of: string; readonly size?: number }) {
  return (
    <span className={styles.monogram} style={{ width: size, height: size, fontSize: size * 0.4 }} aria-hidden="true">
      {of.slice(0, 1).toUpperCase()}
    </span>
  );
}
