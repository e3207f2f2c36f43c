import { consoleCalls } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Dialog, IconButton } from '../../ui/index.ts';
import { contentTexts } from '../../i18n/content.ts';

const { deletenotice, deletebanner } = consoleCalls.content;

export interface RemoveProps {
  readonly call: typeof deletenotice | typeof deletebanner;
  readonly id: string;
}

/** Deletes a notice or banner after confirmation. */
export function Remove({ call, id }: RemoveProps) {
  const t = useTexts(contentTexts);
  const [asked, setAsked] = useState(false);
  const remove = useAct(call, { says: t.removed, onDone: () => setAsked(false) });
  return (
    <>
      <IconButton icon="trash" label={t.remove} onClick={() => setAsked(true)} />
      {asked && (
        <Dialog
          title={t.removeTitle}
          onClose={() => setAsked(false)}
          confirm={{ label: t.remove, variant: 'danger', busy: remove.busy, onPress: () => remove.run({ id }) }}
        >
          <p>{t.removeText}</p>
        </Dialog>
      )}
    </>
  );
}
