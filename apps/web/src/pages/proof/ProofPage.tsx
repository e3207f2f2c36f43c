import { calls } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { saveText } from '../../lib/files/index.ts';
import { Button, Choice, Empty } from '../../ui/kit/index.ts';
import { useSession } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { proofTexts } from './proof-texts.ts';
import { Mine } from './Mine.tsx';
import { Reserves } from './Reserves.tsx';
import { Totals } from './Totals.tsx';
import styles from './Proof.module.css';
import type { Publication } from './publication.ts';

/** The exchange's total liabilities, and a check on this device that the customer's balances are included. */
export function ProofPage() {
  const t = useTexts(proofTexts);
  const published = useCall(calls.proof.liabilities, {}, { quiet: true });
  return (
    <Page title={t.title} back={{ fallback: '/pages/user/index' }}>
      <p className={styles.lead}>{t.lead}</p>
      <CallView call={published} skeleton={<RowsSkeleton groups={[2, 6]} look="facts" />}>
        {(publications) =>
          publications.length > 0 ? (
            <Published publications={publications} />
          ) : (
            <Empty drawing="wallet" title={t.none}>
              {t.noneText}
            </Empty>
          )
        }
      </CallView>
    </Page>
  );
}

function Published({ publications }: { readonly publications: readonly Publication[] }) {
  const t = useTexts(proofTexts);
  const [day, setDay] = useState<string | null>(null);
  const publication = publications.find((one) => one.day === day) ?? publications[0];
  const { isLoggedIn } = useSession();
  if (!publication) return null;
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t.day}</dt>
          <dd>
            {publications.length === 1 ? (
              publication.day
            ) : (
              <Choice
                label={t.day}
                options={publications.map((one) => ({ value: one.day, label: one.day }))}
                value={publication.day}
                onChange={setDay}
              />
            )}
          </dd>
        </div>
        <div>
          <dt>{t.sequence}</dt>
          <dd>{publication.sequence}</dd>
        </div>
      </dl>
      {isLoggedIn ? <Own publication={publication} /> : <p className={styles.note}>{t.logIn}</p>}
      <Totals totals={publication.totals} />
      <Reserves publication={publication} publications={publications} />
    </>
  );
}

function Own({ publication }: { readonly publication: Publication }) {
  const t = useTexts(proofTexts);
  const proofs = useCall(calls.proof.inclusion, { day: publication.day }, { quiet: true });
  return (
    <CallView call={proofs} skeleton={<RowsSkeleton groups={[2]} look="facts" />}>
      {(own) => (
        <>
          <Mine proofs={own} publication={publication} />
          {own.length > 0 && (
            <section className={styles.group}>
              <h2 className={styles.heading}>{t.save}</h2>
              <p className={styles.small}>{t.saveText}</p>
              <code className={styles.command}>node verify-liabilities.mjs publication.json proof.json</code>
              <a className={styles.link} href="/verify-liabilities.mjs" download>
                {t.saveVerifier}
              </a>
              <div className={styles.buttons}>
                <Button size="medium" variant="secondary" wide onClick={() => save('publication.json', publication)}>
                  {t.savePublication}
                </Button>
                <Button size="medium" variant="secondary" wide onClick={() => save('proof.json', own)}>
                  {t.saveProof}
                </Button>
              </div>
            </section>
          )}
        </>
      )}
    </CallView>
  );
}

function save(name: string, content: unknown): void {
  saveText(name, JSON.stringify(content, null, 2), 'application/json');
}
