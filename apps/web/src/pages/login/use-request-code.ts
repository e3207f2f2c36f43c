import { Code, type calls } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { checkForm, refusedFields } from '../../features/forms/index.ts';
import { formTexts } from '../../i18n/forms.ts';
import { useTexts } from '../../i18n/index.ts';

interface EmailForm {
  readonly values: { readonly email: string };
  readonly fail: (name: 'email' | 'code', error: string) => void;
}

/** Why no code was sent. They belong to the code, not to the address. */
const aboutCode = { [Code.tooManyRequests]: 'code', [Code.unavailable]: 'code' } as const;

/** Requests a code for the address in the form; a refusal is shown at its field. */
export function useAskCode(
  call: typeof calls.auth.requestRegistrationCode | typeof calls.auth.requestPasswordReset,
  form: EmailForm,
) {
  const errors = useTexts(formTexts);
  return async () => {
    const email = form.values.email.trim();
    const wrong = checkForm(call, { email }).email;
    if (wrong) {
      form.fail('email', errors[wrong]);
      return null;
    }
    try {
      const sent = await callApi(
        call,
        { email },
        { handles: [Code.badRequest, Code.tooManyRequests, Code.unavailable] },
      );
      return { to: email, ...sent };
    } catch (failure) {
      const { email: wrongEmail, code } = refusedFields(failure, aboutCode);
      if (wrongEmail !== undefined) form.fail('email', wrongEmail);
      if (code !== undefined) form.fail('code', code);
      throw failure;
    }
  };
}
