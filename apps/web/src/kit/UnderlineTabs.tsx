import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import type { Option } from './Segmented.tsx';
import styles from './UnderlineTabs.module.css';

export interface UnderlineTabsProps<Value extends string> {
  /** The list's name for screen readers. */
  readonly label: string;
  readonly tabs: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** At the row's end. */
  readonly aside?: ReactNode;
  /** What the chosen tab shows. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

/** Tabs with a line that slides under the chosen one. More than fit are scrolled sideways. */
export function UnderlineTabs<Value extends string>(props: UnderlineTabsProps<Value>) {
  const { label, tabs, value, onChange, aside, children, className } = props;
  return (
    <Tabs.Root value={value} onValueChange={(next: Value) => onChange(next)} className={className}>
      <div className={styles.row}>
        <Tabs.List className={styles.list} aria-label={label} activateOnFocus>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.value} value={tab.value} className={styles.tab}>
              {tab.label}
            </Tabs.Tab>
          ))}
          <Tabs.Indicator className={styles.line} />
        </Tabs.List>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children !== undefined && (
        <Tabs.Panel value={value} className={classes(styles.panel)} tabIndex={-1}>
          {children}
        </Tabs.Panel>
      )}
    </Tabs.Root>
  );
}
