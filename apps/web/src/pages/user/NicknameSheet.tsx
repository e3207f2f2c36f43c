import { calls } from '@fft/contract';
import { FormBody, useCallForm } from '../../features/forms/index.ts';
import { Button, Field, Sheet, toast, useLeaving } from '../../ui/kit/index.ts';
import { refreshUser } from '../../features/session/index.ts';
import { accountTexts } from '../../features/account/account-texts.ts';
import { useTexts } from '../../i18n/index.ts';

/** Changes the customer's nickname. */
export function NicknameSheet({ nickname, onClose }: { readonly nickname: string; readonly onClose: () => void }) {
  const t = useTexts(accountTexts);
  const { open, leave } = useLeaving(onClose);
  const form = useCallForm({
    call: calls.user.setProfile,
    initial: { nickname },
    input: (values) => values,
    onDone: (user) => {
      refreshUser(user);
      toast(t.saved);
      leave();
    },
  });

  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t.editNickname}
      footer={
        <Button busy={form.busy} onClick={() => form.submit()}>
          {t.save}
        </Button>
      }
    >
      <FormBody onSubmit={form.submit}>
        <Field
          {...form.field('nickname')}
          label={t.nickname}
          hint={t.nicknameHint}
          autoComplete="nickname"
          maxLength={24}
        />
      </FormBody>
    </Sheet>
  );
}
