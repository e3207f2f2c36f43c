export { checkForm, refusedFields, type FieldErrors } from './check-form.ts';
export { useCallForm, type CallForm, type CallFormSettings } from './use-call-form.ts';
