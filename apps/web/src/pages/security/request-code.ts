import { calls, type CallInput } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { checkForm, refusedFields } from '../../features/forms/index.ts';
import { formTexts } from '../../i18n/forms.ts';
import { useTexts } from '../../i18n/index.ts';

/** Requests a code for an address or number that the account already has. */
export function requestBoundCode(type: 'login' | 'pay' | 'bind' | 'apiKey') {
  return async () => {
    return { to: '', ...(await callApi(calls.user.sendCode, { type })) };
  };
}

interface NewContactForm<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly fail: (name: Name, error: string) => void;
}

/** Requests a code for a new address or number; a refusal is shown at its field. */
export function useAskNewContact<Name extends 'email' | 'phone'>(name: Name, form: NewContactForm<Name>) {
  const errors = useTexts(formTexts);
  return async () => {
    const to = form.values[name].trim();
    const type = name === 'email' ? 'bind' : 'phone';
    // Without an address, the server would send the code to the bound one.
    if (to === '') {
      form.fail(name, errors.blank);
      return null;
    }
    const input: CallInput<typeof calls.user.sendCode> = { type, [name]: to };
    const wrong = checkForm(calls.user.sendCode, input)[name];
    if (wrong) {
      form.fail(name, errors[wrong]);
      return null;
    }
    try {
      return { to, ...(await callApi(calls.user.sendCode, input, { handles: [400] })) };
    } catch (failure) {
      const refused = refusedFields(failure)[name];
      if (refused !== undefined) form.fail(name, refused);
      throw failure;
    }
  };
}
