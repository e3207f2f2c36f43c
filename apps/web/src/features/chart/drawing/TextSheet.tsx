import { useState } from 'react';
import { Button, Field, Sheet } from '../../../ui/kit/index.ts';
import { drawingTexts } from './drawing-texts.ts';
import { useTexts } from '../../../i18n/index.ts';

export interface TextSheetProps {
  readonly open: boolean;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** Asks for a text that the next tap places in the chart. */
export function TextSheet({ open, onText, onClose }: TextSheetProps) {
  const words = useTexts(drawingTexts);
  const [text, setText] = useState('');

  function place(): void {
    if (text.trim() === '') return;
    onText(text.trim());
    setText('');
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.drawings.text}
      footer={
        <Button disabledReason={text.trim() === '' ? words.textMissing : undefined} onClick={place}>
          {words.placeText}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          place();
        }}
      >
        <Field
          label={words.textLabel}
          hint={words.textHint}
          value={text}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Sheet>
  );
}
