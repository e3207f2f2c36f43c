import type { calls, CallOutput } from '@fft/contract';
import { formatMinute, missing } from '../../lib/format/index.ts';
import { Button, Callout, classes, Icon, type IconName } from '../../ui/kit/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { countryName } from '../../features/countries/index.ts';
import styles from './IdentityStatus.module.css';

type Info = CallOutput<typeof calls.identity.read>;
type Decided = Exclude<Info['state'], 'none'>;

const icons: Readonly<Record<Decided, IconName>> = {
  pending: 'clock',
  passed: 'shield-check',
  failed: 'warning',
  revoked: 'warning',
};

/** True if the customer may submit papers again. */
export const mayTryAgain = (state: Info['state'] | undefined): boolean => state === 'failed' || state === 'revoked';

export interface IdentityStatusProps {
  readonly info: Info;
  readonly onAgain: () => void;
}

/** State of the review, and the submitted details. */
export function IdentityStatus({ info, onAgain }: IdentityStatusProps) {
  const t = useTexts(identityTexts);
  const state: Decided = info.state === 'none' ? 'pending' : info.state;
  const words = {
    pending: [t.pendingTitle, t.pendingText],
    passed: [t.passedTitle, t.passedText],
    failed: [t.failedTitle, t.failedText],
    revoked: [t.revokedTitle, t.revokedText],
  }[state];
  return (
    <div className={styles.content} data-testid={`identity-${state}`}>
      <section className={styles.state} role="status">
        <span className={classes(styles.mark, styles[state])}>
          <Icon name={icons[state]} size={32} />
        </span>
        <h2 className={styles.title}>{words[0]}</h2>
        <p className={styles.text}>{words[1]}</p>
      </section>
      {info.reason !== undefined && (
        <Callout tone="danger" title={t.reason}>
          {info.reason}
        </Callout>
      )}
      {info.submittedAt !== null && <Facts info={info} />}
      {mayTryAgain(state) && (
        <Button wide onClick={onAgain}>
          {t.again}
        </Button>
      )}
    </div>
  );
}

function Facts({ info }: { readonly info: Info }) {
  const t = useTexts(identityTexts);
  const lang = useLang();
  const facts: readonly (readonly [string, string | null])[] = [
    [t.nationality, info.nationality === null ? null : countryName(info.nationality, lang)],
    [t.name, info.name],
    [t.idType, info.idType === null ? null : t.idTypes[info.idType]],
    [t.idNumber, info.idNumber],
    [t.submittedAt, formatMinute(info.submittedAt)],
  ];
  return (
    <section>
      <h3 className={styles.heading}>{t.facts}</h3>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value ?? missing}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
