import { type SessionEnd, sessionEnds } from '@fft/contract';
import { Callout } from '../../ui/kit/index.ts';
import { endedTexts } from './ended-texts.ts';
import { useTexts } from '../../i18n/index.ts';

export interface EndedSessionProps {
  /** A `SessionEnd` of this or a later version; null if no session ended. */
  readonly reason: string | null;
}

const known: ReadonlySet<string> = new Set(sessionEnds);
const isKnown = (reason: string): reason is SessionEnd => known.has(reason);

/** Why the customer has to log in again. */
export function EndedSession({ reason }: EndedSessionProps) {
  const t = useTexts(endedTexts);
  if (reason === null || !isKnown(reason)) return null;
  return <Callout tone={reason === 'expired' ? 'info' : 'warn'}>{t[reason]}</Callout>;
}
