import { calls } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { FormBody, useCallForm } from '../../features/forms/index.ts';
import { Button, Field, Sheet, toast, useLeaving } from '../../ui/kit/index.ts';
import { refreshUser } from '../../features/session/index.ts';
import { formTexts } from '../../i18n/forms.ts';
import { useTexts } from '../../i18n/index.ts';
import { securityTexts } from './security-texts.ts';

export interface AntiPhishingSheetProps {
  readonly isSet: boolean;
  readonly onClose: () => void;
}

/** Sets the phrase that identifies the exchange's e-mails. The current one isn't shown, as another person may be using the device. */
export function AntiPhishingSheet({ isSet, onClose }: AntiPhishingSheetProps) {
  const t = useTexts(securityTexts);
  const errors = useTexts(formTexts);
  const { open, leave } = useLeaving(onClose);
  const [removing, setRemoving] = useState(false);
  const form = useCallForm({
    call: calls.user.setProfile,
    initial: { antiPhishing: '' },
    input: (values) => values,
    onDone: (user) => {
      refreshUser(user);
      toast(t.saved);
      leave();
    },
  });

  function save(): void {
    // An empty phrase would remove it.
    if (form.values.antiPhishing.trim() === '') form.fail('antiPhishing', errors.blank);
    else form.submit();
  }

  async function remove(): Promise<void> {
    setRemoving(true);
    try {
      refreshUser(await callApi(calls.user.setProfile, { antiPhishing: '' }));
      toast(t.removed);
      leave();
    } catch {
      setRemoving(false);
    }
  }

  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t.phishingTitle}
      description={t.phishingAbout}
      footer={
        <>
          {isSet && (
            <Button variant="secondary" busy={removing} onClick={() => void remove()}>
              {t.phishingRemove}
            </Button>
          )}
          <Button busy={form.busy} onClick={save}>
            {t.save}
          </Button>
        </>
      }
    >
      <FormBody
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          {...form.field('antiPhishing')}
          label={t.phishingField}
          hint={t.phishingHint}
          autoComplete="off"
          maxLength={20}
        />
      </FormBody>
    </Sheet>
  );
}
