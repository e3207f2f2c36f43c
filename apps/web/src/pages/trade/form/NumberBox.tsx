import { useLayoutEffect, useRef, useState } from 'react';
import { formatAmount } from '../../../lib/format/index.ts';
import { Stepper } from '../../../ui/kit/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { isUnclear, readTyped } from '../../../lib/format/typed-number.ts';

export interface NumberBoxProps {
  readonly label: string;
  /** What − and + change, as a word. */
  readonly word?: string;
  /** A plain decimal, '' when blank; as it was typed where that is unclear. */
  readonly value: string;
  readonly places: number;
  readonly onChange?: (value: string) => void;
  readonly onStep?: (direction: 1 | -1) => void;
  /** When the box is left. */
  readonly onLeave?: () => void;
  readonly error?: string | undefined;
  /** Shown instead of a value that can't be changed. */
  readonly fixed?: string;
}

/** A number as it is typed while the box is in focus, with its thousands grouped when it isn't. */
export function NumberBox({ label, word, value, places, onChange, onStep, onLeave, error, fixed }: NumberBoxProps) {
  const t = useTexts(tradeTexts);
  const [draft, setDraft] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isFocused = draft !== null;

  // Coming into focus, the text loses its grouping and with that its selection: all of it is selected, so that typing replaces it.
  useLayoutEffect(() => {
    if (isFocused) input.current?.select();
  }, [isFocused]);

  function accept(text: string): void {
    const read = readTyped(text, places);
    if (read === null) return;
    setDraft(text);
    // What is unclear is passed on as it was typed, and refused: a blank can have a meaning, as a price that is the market's.
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
