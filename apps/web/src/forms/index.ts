export { checkForm, refusedFields } from './check-form.ts';
export { useCallForm } from './use-call-form.ts';
