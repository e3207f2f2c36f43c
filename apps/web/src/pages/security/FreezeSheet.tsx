import { calls, Code } from '@fft/contract';
import { FormBody, useCallForm } from '../../features/forms/index.ts';
import { Button, Callout, PasswordField, Sheet, toast, useLeaving } from '../../ui/kit/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { session } from '../../features/session/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { securityTexts } from './security-texts.ts';

/** Locks the customer's own account if another person may have access. */
export function FreezeSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(securityTexts);
  const { open, leave } = useLeaving(onClose);
  const form = useCallForm({
    call: calls.user.freeze,
    initial: { password: '' },
    input: (values) => values,
    codeFields: { [Code.wrongCredentials]: 'password' },
    onDone: () => {
      toast(t.frozen);
      session.close();
      navigate('/pages/login/login', { replace: true });
    },
  });
  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t.freezeTitle}
      footer={
        <Button variant="danger" icon="freeze" busy={form.busy} onClick={() => form.submit()}>
          {t.freezeNow}
        </Button>
      }
    >
      <FormBody onSubmit={form.submit}>
        <Callout tone="danger">{t.freezeAbout}</Callout>
        <PasswordField {...form.field('password')} label={t.freezePassword} autoComplete="current-password" />
      </FormBody>
    </Sheet>
  );
}
