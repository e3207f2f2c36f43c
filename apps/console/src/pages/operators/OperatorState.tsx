import type { Operator } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { Tag } from '../../ui/index.ts';
import { operatorTexts } from '../../i18n/operators.ts';

/** An operator's state as a tag. */
export function OperatorState({ operator: { disabled, enrolled } }: { readonly operator: Operator }) {
  const t = useTexts(operatorTexts);
  if (disabled) return <Tag tone="danger">{t.states.disabled}</Tag>;
  return enrolled ? <Tag tone="good">{t.states.active}</Tag> : <Tag tone="warn">{t.states.invited}</Tag>;
}
