import { calls, Code } from '@fft/contract';
import { useEffect } from 'react';
import { queryClient } from '../../api/index.ts';
import { checkForm, useCallForm } from '../../features/forms/index.ts';
import { HelpButton } from '../../features/help/index.ts';
import { Button, Steps, toast } from '../../ui/kit/index.ts';
import { goBack, isCurrentLocation, navigate, useParameters } from '../../lib/routing/index.ts';
import { refreshUser } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { formTexts } from '../../i18n/forms.ts';
import { identityTexts } from '../../i18n/identity.ts';
import { useTexts } from '../../i18n/index.ts';
import { DetailsStep } from './DetailsStep.tsx';
import { blankPapers, detailNames, isIdType, rememberChoice } from './papers.ts';
import { PhotosStep } from './PhotosStep.tsx';
import { usePhoto } from './use-photo.ts';

/** Placeholders for missing photos when only the details are validated. */
const somePhotos = { front: 'later', back: 'later', hand: 'later' };

const detailsPath = '/pages/user/idauth';
/** The photos step has its own address, so that the phone's back button leads to the details. */
const photosPath = `${detailsPath}?step=photos`;

function toDetails(): void {
  if (isCurrentLocation(photosPath)) goBack(detailsPath);
}

/** The step that the address names. A page load starts with the details, as they are lost. */
function useStep(isFilled: boolean): 0 | 1 {
  const step = useParameters().get('step');
  useEffect(() => {
    if (isCurrentLocation(photosPath)) navigate(detailsPath, { replace: true });
  }, []);
  return step === 'photos' && isFilled ? 1 : 0;
}

/** Reloads the state: another tab, or a request with a lost answer, may have submitted the papers already. */
const lookAgain = (): void => void queryClient.invalidateQueries({ queryKey: [calls.identity.read.path] });

/** Identity verification: details, photos, and submission. Input is kept when the customer goes back. */
export function IdentityForm({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts(identityTexts);
  const errors = useTexts(formTexts);
  const form = useCallForm({
    call: calls.identity.submit,
    initial: blankPapers(),
    input: ({ idType, ...values }) => ({ ...values, idType: isIdType(idType) ? idType : 'identity' }),
    onRefused: ({ code, fields }) => {
      if (detailNames.some((name) => name in fields)) toDetails();
      if (code === Code.conflict) lookAgain();
    },
    onUnanswered: lookAgain,
    onDone: (info) => {
      toDetails();
      queryClient.setQueriesData({ queryKey: [calls.identity.read.path] }, info);
      refreshUser();
      toast(t.submitted);
      onDone();
    },
  });
  const step = useStep(form.values.name !== '');
  const photos = {
    front: usePhoto((id) => form.set('front', id)),
    back: usePhoto((id) => form.set('back', id)),
    hand: usePhoto((id) => form.set('hand', id)),
  };
  const { front, back, hand } = form.values;
  const complete = front !== '' && back !== '' && hand !== '';

  function goOn(event?: { preventDefault(): void }): void {
    event?.preventDefault();
    const wrong = checkForm(calls.identity.submit, { ...form.values, ...somePhotos });
    form.failAll(Object.fromEntries(Object.entries(wrong).map(([name, error]) => [name, errors[error]])));
    if (Object.keys(wrong).length > 0) return;
    rememberChoice(form.values);
    navigate(photosPath);
  }

  return (
    <Page
      title={t.title}
      back={{ fallback: '/pages/user/index' }}
      actions={<HelpButton about="identity" />}
      top={<Steps names={t.steps} current={step} label={t.stepOf(step + 1, t.steps.length)} />}
      actionBar={
        step === 0 ? (
          <Button onClick={goOn}>{t.goOn}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={toDetails}>
              {t.back}
            </Button>
            <Button
              style={{ flex: 2 }}
              busy={form.busy}
              disabledReason={complete ? undefined : t.photosFirst}
              onClick={() => form.submit()}
            >
              {t.submit}
            </Button>
          </>
        )
      }
    >
      {step === 0 ? (
        <DetailsStep form={form} onSubmit={goOn} />
      ) : (
        <PhotosStep form={form} photos={photos} onEdit={toDetails} />
      )}
    </Page>
  );
}
