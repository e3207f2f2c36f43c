import { classes } from '@fft/kit';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './Tabs.module.css';

export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** The content of the selected tab. */
  readonly children: ReactNode;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs with an underlined selection; arrow keys move between them. */
export function Tabs<Value extends string>({ label, value, onChange, options, children }: TabsProps<Value>) {
  const id = useId();
  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const step = steps[event.key];
    if (step === undefined) return;
    const at = options.findIndex((option) => option.value === value);
    const next = options[(at + step + options.length) % options.length];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  }
  return (
    <>
      <div className={styles.tabs} role="tablist" tabIndex={-1} aria-label={label} onKeyDown={move}>
        {options.map((option) => {
          const isChosen = option.value === value;
          return (
            <button
              key={option.value}
              id={`${id}-${option.value}`}
              type="button"
              role="tab"
              aria-selected={isChosen}
              aria-controls={`${id}-panel`}
              tabIndex={isChosen ? 0 : -1}
              className={classes(styles.tab, isChosen && styles.chosen)}
              onClick={() => onChange(option.value)}
            >
              {option.label}
            </button>
          );
        })}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className={styles.panel}>
        {children}
      </div>
    </>
  );
}
