import { useTexts } from '@fft/kit';
import { Tag } from '../../ui/index.ts';
import { contentTexts } from '../../i18n/content.ts';
import type { stateOf } from './published.ts';

/** Scheduled, visible or ended, as a tag. */
export function ShownState({ state }: { readonly state: ReturnType<typeof stateOf> }) {
  const t = useTexts(contentTexts);
  return <Tag tone={state === 'shown' ? 'good' : state === 'planned' ? 'accent' : 'plain'}>{t.states[state]}</Tag>;
}
