import { consoleCalls } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Dialog, IconButton } from '../../ui/index.ts';
import { contentTexts } from '../../i18n/content.ts';

const { deleteNotice, deleteBanner } = consoleCalls.content;

export interface RemoveProps {
  readonly call: typeof deleteNotice | typeof deleteBanner;
  readonly id: string;
}

/** Deletes a notice or banner after confirmation. */
export function Remove({ call, id }: RemoveProps) {
  const t = useTexts(contentTexts);
  const [confirming, setConfirming] = useState(false);
  const remove = useAct(call, { successMessage: t.removed, onDone: () => setConfirming(false) });
  return (
    <>
      <IconButton icon="trash" label={t.remove} onClick={() => setConfirming(true)} />
      {confirming && (
        <Dialog
          title={t.removeTitle}
          onClose={() => setConfirming(false)}
          confirm={{ label: t.remove, variant: 'danger', busy: remove.busy, onPress: () => remove.run({ id }) }}
        >
          <p>{t.removeText}</p>
        </Dialog>
      )}
    </>
  );
}
