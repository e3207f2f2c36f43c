import type { Customer } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { Tag, type Tone } from '../../ui/index.ts';
import { customerTexts } from '../../i18n/customers.ts';

const tones: Readonly<Record<Customer['identity'], Tone>> = {
  none: 'plain',
  pending: 'warn',
  passed: 'good',
  failed: 'danger',
  revoked: 'danger',
};

/** The customer's identity state as a tag. */
export function IdentityState({ state }: { readonly state: Customer['identity'] }) {
  const t = useTexts(customerTexts);
  return <Tag tone={tones[state]}>{t.identities[state]}</Tag>;
}

/** Locked or active, as a tag. */
export function CustomerState({ locked }: { readonly locked: boolean }) {
  const t = useTexts(customerTexts);
  return <Tag tone={locked ? 'danger' : 'plain'}>{locked ? t.locked : t.active}</Tag>;
}
