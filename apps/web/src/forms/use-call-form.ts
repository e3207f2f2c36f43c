import { NetworkError, RefusedError } from '@fft/client';
import { Code, type Call, type CallInput, type CallOutput } from '@fft/contract';
import { useRef, useState } from 'react';
import { callApi } from '../api/index.ts';
import { type KeptFields, useKeptFields } from './use-kept-fields.ts';
import { formTexts } from '../texts/forms.ts';
import { useTexts } from '../texts/index.ts';
import { checkForm, type FieldErrors, refusedFields } from './check-form.ts';

type Values = Readonly<Record<string, string>>;

export interface CallFormSettings<C extends Call, V extends Values> {
  readonly call: C;
  readonly initial: V;
  /** What of it outlives a reload. */
  readonly keeps?: KeptFields<V>;
  /** What is sent for what was typed. */
  readonly input: (values: V) => CallInput<C>;
  /** What the contract alone can't see, such as two passwords that differ. */
  readonly check?: (values: V) => FieldErrors;
  /** Codes whose message belongs to a field: a wrong verification code, a wrong second factor. */
  readonly codeFields?: Readonly<Record<number, keyof V & string>>;
  /** Told of every refusal, after the customer was. */
  readonly onRefused?: (error: RefusedError) => void;
  /** Told that no answer came: whether it was done isn't known. */
  readonly onUnanswered?: () => void;
  readonly onDone: (data: CallOutput<C>) => void;
}

export interface CallForm<V extends Values> {
  readonly values: V;
  readonly busy: boolean;
  /** A field's props: its name, value, what is wrong with it, and how it changes. */
  readonly field: (name: keyof V & string) => {
    readonly name: string;
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
  readonly set: (name: keyof V & string, value: string) => void;
  readonly fail: (name: keyof V & string, error: string) => void;
  /** What is wrong with several fields at once, in place of what was told before. */
  readonly failAll: (errors: Readonly<Partial<Record<keyof V & string, string>>>) => void;
  readonly submit: (event?: { preventDefault(): void }) => void;
}

/** A form that makes one call: checked first, sent once at a time, errors at the fields, what was typed kept. */
export function useCallForm<C extends Call, V extends Values>(settings: CallFormSettings<C, V>): CallForm<V> {
  const t = useTexts(formTexts);
  const { values, setValues, forget } = useKeptFields(settings.initial, settings.keeps);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const { codeFields = {} } = settings;

  function showErrors(next: Readonly<Record<string, string>>): void {
    setErrors(next);
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('form :is([aria-invalid="true"], [data-invalid])')?.focus(),
    );
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
      settings.onDone(done);
    } catch (error) {
      // The customer has been told by the client rules, unless it belongs to a field.
      showErrors(refusedFields(error, codeFields));
      if (error instanceof RefusedError) settings.onRefused?.(error);
      else if (error instanceof NetworkError) settings.onUnanswered?.();
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    values,
    busy,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: (event) => set(name, event.target.value),
    }),
    set,
    fail: (name, error) => showErrors({ ...errors, [name]: error }),
    failAll: (all) => showErrors({ ...(all as Readonly<Record<string, string>>) }),
    submit(event) {
      event?.preventDefault();
      if (!sending.current) void send();
    },
  };
}
