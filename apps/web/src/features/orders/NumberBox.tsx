import { useLayoutEffect, useRef, useState } from 'react';
import { formatAmount } from '../../lib/format/index.ts';
import { Stepper } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { isUnclear, readTyped } from '../../lib/format/typed-number.ts';

export interface NumberBoxProps {
  readonly label: string;
  /** Names the number in the labels of − and +. */
  readonly word?: string;
  /** A plain decimal, '' when blank; as typed if that is unclear. */
  readonly value: string;
  readonly places: number;
  readonly onChange?: (value: string) => void;
  readonly onStep?: (direction: 1 | -1) => void;
  /** Called when the box loses focus. */
  readonly onLeave?: () => void;
  readonly error?: string | undefined;
  /** Shown instead of a value that can't be changed. */
  readonly fixed?: string;
}

/** A number: as typed while the box has focus, otherwise with its thousands grouped. */
export function NumberBox({ label, word, value, places, onChange, onStep, onLeave, error, fixed }: NumberBoxProps) {
  const t = useTexts(tradeTexts);
  const [draft, setDraft] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isFocused = draft !== null;

  // On focus the text loses its grouping and with it the selection: select all of it, so that typing replaces it.
  useLayoutEffect(() => {
    if (isFocused) input.current?.select();
  }, [isFocused]);

  function accept(text: string): void {
    const read = readTyped(text, places);
    if (read === null) return;
    setDraft(text);
    // Unclear input is passed on as typed, so that it is refused: a blank can have a meaning, such as the market's price.
    onChange?.(isUnclear(text) ? text : read);
  }

  const unclear = isUnclear(value);
  const typed = draft === null || unclear ? null : readTyped(draft, places) === value ? draft : value;
  return (
    <Stepper
      ref={input}
      label={label}
      value={fixed ?? typed ?? (value === '' || unclear ? value : formatAmount(value))}
      onChange={accept}
      error={error}
      readOnly={fixed !== undefined}
      onFocus={() => setDraft(value)}
      onBlur={() => {
        setDraft(null);
        onLeave?.();
      }}
      {...(onStep && word !== undefined && { onStep, stepLabels: { less: t.less(word), more: t.more(word) } })}
    />
  );
}
