import { WidePage } from '../../../features/account/WidePage.tsx';
import { Link } from '../../../lib/routing/index.ts';
import { classes } from '../../../ui/kit/index.ts';
import { statementTableTexts } from './statement-table-texts.ts';
import { statementTexts } from '../../../i18n/statement.ts';
import { useTexts } from '../../../i18n/index.ts';
import { ExportButton } from '../ExportButton.tsx';
import { Filters } from '../Filters.tsx';
import { type StatementProps, StatementLines } from '../StatementLines.tsx';
import { StatementTable } from './StatementTable.tsx';
import styles from './WideStatement.module.css';

const accounts = [
  ['coin', '/pages/assets/coinbill'],
  ['fiat', '/pages/assets/encybill'],
] as const;

/** The statement of an account in a wide window: a table, with the choice of account in the head. */
export function WideStatement({ account, filter, onFilter, onClear }: StatementProps) {
  const t = useTexts(statementTexts);
  const table = useTexts(statementTableTexts);
  const titles = { coin: t.coinTitle, fiat: t.fiatTitle };
  return (
    <WidePage
      title={titles[account]}
      current="assets"
      tools={
        <>
          <nav className={styles.accounts} aria-label={table.accounts}>
            {accounts.map(([each, path]) => (
              <Link
                key={each}
                to={path}
                className={classes(styles.account, each === account && styles.chosen)}
                aria-current={each === account ? 'page' : undefined}
              >
                {table[each]}
              </Link>
            ))}
          </nav>
          <div className={styles.filters}>
            <Filters account={account} filter={filter} onChange={onFilter} />
          </div>
          <ExportButton account={account} filter={filter} />
        </>
      }
    >
      <StatementLines account={account} filter={filter} onClear={onClear} List={StatementTable} />
    </WidePage>
  );
}
