import { tokenFlags, tokenRefusals, type TokenCheck } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { Tag, type Tone } from '../../ui/index.ts';
import { tokenTexts } from '../../i18n/tokens.ts';
import styles from './Markets.module.css';

const tones: Readonly<Record<string, Tone>> = Object.fromEntries([
  ...tokenRefusals.map((finding) => [finding, 'danger'] as const),
  ...tokenFlags.map((finding) => [finding, 'warn'] as const),
]);

/** What a check found, the worst first. */
export function Findings({ of: answer }: { readonly of: TokenCheck['answer'] }) {
  const t = useTexts(tokenTexts);
  if (answer === null) return null;
  if (answer.findings.length === 0) return t.noFindings;
  return (
    <span className={styles.findings}>
      {answer.findings.map((finding) => (
        <Tag key={finding} tone={tones[finding] ?? 'warn'}>
          {t.found[finding]}
        </Tag>
      ))}
    </span>
  );
}
