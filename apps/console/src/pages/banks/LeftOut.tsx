import type { FileStatementLine } from '@fft/console-contract';
import { useLang, useTexts } from '@fft/kit';
import { bankTexts } from '../../i18n/banks.ts';
import { Callout, Tag } from '../../ui/index.ts';
import styles from './Banks.module.css';

/** The statements of a file that aren't taken over: each with its account and the reason. */
export function LeftOut({ statements }: { readonly statements: readonly FileStatementLine[] }) {
  const t = useTexts(bankTexts);
  const lang = useLang();
  const rest = statements.flatMap((one) => (one.kind === 'read' ? [] : [{ ...one, kind: one.kind }]));
  if (rest.length === 0) return null;
  return (
    <Callout tone="warn">
      <p>{t.leftOut}</p>
      <ul className={styles.leftOut}>
        {rest.map(({ kind, name, number, coin, problem, line, detail }) => (
          <li key={`${line} ${number} ${name}`}>
            <Tag tone="warn">{t.statementKinds[kind]}</Tag> {`${number} ${coin}`.trim()}
            {problem && (
              <>
                <br />
                {`${t.wrongLine(line)}: ${problem[lang]} (${detail})`}
              </>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
