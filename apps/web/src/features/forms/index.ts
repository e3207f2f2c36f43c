export { checkForm, refusedFields } from './check-form.ts';
export { FormBody } from './FormBody.tsx';
export { SecondFactorField } from './SecondFactorField.tsx';
export { type CallForm, useCallForm } from './use-call-form.ts';
export { useIsMounted } from './use-is-mounted.ts';
