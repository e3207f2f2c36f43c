import { RefusedError } from '@fft/client';
import { Code, type Call, type CallInput, type CallOutput } from '@fft/contract';
import { useRef, useState } from 'react';
import { callApi, isOutcomeUnknown } from '../../api/index.ts';
import { toast } from '../../ui/kit/index.ts';
import { useIsMounted } from './use-is-mounted.ts';
import { type PersistedFields, usePersistedFields } from './use-persisted-fields.ts';
import { formTexts } from '../../i18n/forms.ts';
import { useTexts } from '../../i18n/index.ts';
import { checkForm, type FieldErrors, refusedFields } from './check-form.ts';

type Values = Readonly<Record<string, string>>;

export interface CallFormSettings<C extends Call, V extends Values> {
  readonly call: C;
  readonly initial: V;
  /** Fields that survive a reload. */
  readonly keeps?: PersistedFields<V>;
  /** Maps the typed values to the call's input. */
  readonly input: (values: V) => CallInput<C>;
  /** Checks that the contract can't make, such as two different passwords. */
  readonly check?: (values: V) => FieldErrors;
  /** Codes whose message belongs to a field: a wrong verification code, a wrong second factor. */
  readonly codeFields?: Readonly<Record<number, keyof V & string>>;
  /** Called after every refusal, once the customer has seen it. */
  readonly onRefused?: (error: RefusedError) => void;
  /** Called if it is unknown whether the call was carried out. */
  readonly onUnanswered?: () => void;
  /** `isMounted`: the form is still shown. Don't navigate away from a page that the customer has moved on to. */
  readonly onDone: (data: CallOutput<C>, isMounted: boolean) => void;
}

interface Typed {
  readonly target: { readonly value: string };
}

export interface CallForm<V extends Values> {
  readonly values: V;
  readonly busy: boolean;
  /** Props of a field: its name, value, error, and change handler. */
  readonly field: (name: keyof V & string) => {
    readonly name: string;
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: Typed) => void;
  };
  readonly set: (name: keyof V & string, value: string) => void;
  readonly fail: (name: keyof V & string, error: string) => void;
  /** Replaces the errors of several fields. */
  readonly failAll: (errors: Readonly<Partial<Record<keyof V & string, string>>>) => void;
  readonly submit: (event?: { preventDefault(): void }) => void;
}

function focusWrong(): void {
  document.querySelector<HTMLElement>('form :is([aria-invalid="true"], [data-invalid])')?.focus();
}

/** Shows the errors of fields that the form doesn't have as a message. Returns all errors. */
function toldWhereUnseen<Errors extends Readonly<Record<string, string>>>(
  errors: Errors,
  drawn: ReadonlySet<string>,
): Errors {
  const unseen = Object.entries(errors).find(([name]) => !drawn.has(name));
  if (unseen) toast(unseen[1]);
  return errors;
}

/** A form that makes one call: checked first, sent once at a time, errors at the fields, input kept. */
export function useCallForm<C extends Call, V extends Values>(settings: CallFormSettings<C, V>): CallForm<V> {
  const t = useTexts(formTexts);
  const { values, setValues, forget } = usePersistedFields(settings.initial, settings.keeps);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const isMounted = useIsMounted();
  const { codeFields = {} } = settings;
  const drawn = new Set<string>();

  function showErrors(next: Readonly<Record<string, string>>): void {
    setErrors(next);
    requestAnimationFrame(focusWrong);
  }

  function set(name: keyof V & string, value: string): void {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _gone, ...others }) => others);
  }

  async function send(): Promise<void> {
    const input = settings.input(values);
    const wrong = { ...checkForm(settings.call, input as Record<string, unknown>), ...settings.check?.(values) };
    if (Object.keys(wrong).length > 0) {
      showErrors(Object.fromEntries(Object.entries(wrong).map(([name, error]) => [name, t[error]])));
      return;
    }
    sending.current = true;
    setBusy(true);
    try {
      const handles = [Code.badRequest, ...Object.keys(codeFields).map(Number)];
      const done = await callApi(settings.call, input, { handles });
      forget();
      settings.onDone(done, isMounted());
    } catch (error) {
      // The client rules have shown the error, unless it belongs to a field.
      showErrors(toldWhereUnseen(refusedFields(error, codeFields), drawn));
      if (error instanceof RefusedError) settings.onRefused?.(error);
      if (isOutcomeUnknown(error)) settings.onUnanswered?.();
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    values,
    busy,
    field: (name) => {
      drawn.add(name);
      const onChange = ({ target }: Typed): void => set(name, target.value);
      return { name, value: values[name] ?? '', error: errors[name], onChange };
    },
    set,
    fail: (name, error) => showErrors({ ...errors, [name]: error }),
    failAll: (all) => showErrors({ ...(all as Readonly<Record<string, string>>) }),
    submit(event) {
      event?.preventDefault();
      if (!sending.current) void send();
    },
  };
}
