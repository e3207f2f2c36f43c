import { useLayoutEffect, useRef, useState } from 'react';
import { formatAmount } from '../../lib/format/index.ts';
import { Stepper } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { isUnreadable, readTyped } from '../../lib/format/typed-number.ts';

export interface NumberBoxProps {
  readonly label: string;
  /** Names the number in the labels of − and +. */
  readonly word?: string;
  /** A plain decimal, '' when blank; as typed if that can't be read as a number. */
  readonly value: string;
  readonly places: number;
  /** A coin's name that may stand beside the number; none by default. */
  readonly unit?: string;
  readonly onChange?: (value: string) => void;
  readonly onStep?: (direction: 1 | -1) => void;
  /** Called when the box loses focus. */
  readonly onLeave?: () => void;
  readonly error?: string | undefined;
  /** Shown instead of a value that can't be changed. */
  readonly fixed?: string;
}

/** A number: as typed while the box has focus, otherwise with its thousands grouped. */
export function NumberBox({
  label,
  word,
  value,
  places,
  unit = '',
  onChange,
  onStep,
  onLeave,
  error,
  fixed,
}: NumberBoxProps) {
  const t = useTexts(tradeTexts);
  const [draft, setDraft] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isFocused = draft !== null;

  // On focus the text loses its grouping and with it the selection: select all of it, so that typing replaces it.
  useLayoutEffect(() => {
    if (isFocused) input.current?.select();
  }, [isFocused]);

  function accept(text: string): void {
    setDraft(text);
    // Input that can't be read is passed on as typed, so that it is refused: a blank can have a meaning, such as the market's price.
    onChange?.(isUnreadable(text, unit) ? text : (readTyped(text, places, unit) ?? ''));
  }

  const unclear = isUnreadable(value, unit);
  const typed = draft === null || unclear ? null : readTyped(draft, places, unit) === value ? draft : value;
  return (
    <Stepper
      ref={input}
      label={label}
      value={fixed ?? typed ?? (value === '' || unclear ? value : formatAmount(value))}
      onChange={accept}
      error={error ?? (unclear && readTyped(value, places, unit) === null ? t.noNumber : undefined)}
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
