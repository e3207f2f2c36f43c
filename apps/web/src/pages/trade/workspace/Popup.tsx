import { type ReactNode, useId, useRef, useState } from 'react';
import { classes } from '../../../ui/kit/index.ts';
import styles from './Popup.module.css';

export interface PopupProps {
  /** Name of the button and of what it opens. */
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonClassName?: string | undefined;
  /** Attributes of the button, such as those of dragging. */
  readonly buttonProps?: object;
  /** Rendered once it is first opened. */
  readonly children: ReactNode;
}

/** Distance between the button and what it opens, CSS px. */
const gap = 4;

/** A button that opens a small panel beside it. The browser closes it by Escape or a press elsewhere, and returns the focus. */
export function Popup({ label, button, buttonClassName, buttonProps, children }: PopupProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);

  /** At the button's edge that is nearer to the window's. */
  function place(): void {
    const box = anchor.current?.getBoundingClientRect();
    if (!box || !popup.current) return;
    const { style } = popup.current;
    const isLeft = box.left + box.right < window.innerWidth;
    const isUpper = box.top + box.bottom < window.innerHeight * 1.4;
    style.left = isLeft ? `${box.left}px` : 'auto';
    style.right = isLeft ? 'auto' : `${window.innerWidth - box.right}px`;
    style.top = isUpper ? `${box.bottom + gap}px` : 'auto';
    style.bottom = isUpper ? 'auto' : `${window.innerHeight - box.top + gap}px`;
  }

  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={classes(styles.button, buttonClassName)}
        popoverTarget={id}
        aria-label={label}
        title={label}
        {...buttonProps}
      >
        {button}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        className={styles.popup}
        role="group"
        aria-label={label}
        onBeforeToggle={() => {
          setWanted(true);
          place();
        }}
        onToggle={({ newState }) => {
          if (newState === 'open') popup.current?.querySelector<HTMLElement>('button:not(:disabled), input')?.focus();
        }}
      >
        {wanted && children}
      </div>
    </>
  );
}

export interface PopupItemProps {
  readonly onPress: () => void;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly children: ReactNode;
}

/** An action in a popup, which it closes. */
export function PopupItem({ onPress, disabled, pressed, children }: PopupItemProps) {
  return (
    <button
      type="button"
      className={classes(styles.item, pressed && styles.pressed)}
      disabled={disabled}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onPress();
      }}
    >
      {children}
    </button>
  );
}
