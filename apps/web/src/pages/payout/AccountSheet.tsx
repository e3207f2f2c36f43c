import { calls, type SavedBankAccount } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { useSecondsUntil } from '../../api/connection/index.ts';
import { AddressText } from '../../features/money/index.ts';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { CallView } from '../../features/shell/index.ts';
import { bankAccountTexts } from '../../i18n/bank-accounts.ts';
import { useTexts } from '../../i18n/index.ts';
import { payoutTexts } from './payouts-texts.ts';
import { formatMinute } from '../../lib/format/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { Button, Empty, Icon, Sheet, Tag, toast, useLeaving } from '../../ui/kit/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import styles from './Payout.module.css';

/** As many as a customer can look through. */
const maxShown = 100;

export interface AccountSheetProps {
  readonly coin: string;
  readonly chosen: string | null;
  readonly onChoose: (account: SavedBankAccount) => void;
  readonly onClose: () => void;
}

/** The saved bank accounts of a currency. New ones are listed but can't be used yet. */
export function AccountSheet({ coin, chosen, onChoose, onClose }: AccountSheetProps) {
  const t = useTexts(payoutTexts);
  const wait = useWithdrawalWait();
  const { open, leave } = useLeaving(onClose);
  const accounts = useCall(calls.banks.accounts, { coin, limit: maxShown }, { quiet: true });
  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t.chooseAccount}
      footer={
        <Button variant="secondary" icon="plus" onClick={() => navigate(`/pages/wallet/addbank?coin=${coin}`)}>
          {t.addAccount}
        </Button>
      }
    >
      <CallView call={accounts} skeleton={<RowsSkeleton groups={[2]} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty drawing="wallet" title={t.noAccount(coin)}>
              {t.noAccountText(wait.text)}
            </Empty>
          ) : (
            <ul>
              {items.map((account) => (
                <Option
                  key={account.id}
                  account={account}
                  isChosen={account.id === chosen}
                  onChoose={() => {
                    onChoose(account);
                    leave();
                  }}
                />
              ))}
            </ul>
          )
        }
      </CallView>
    </Sheet>
  );
}

interface OptionProps {
  readonly account: SavedBankAccount;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Option({ account: { name, number, usableFrom }, isChosen, onChoose }: OptionProps) {
  const t = useTexts(payoutTexts);
  const texts = useTexts(bankAccountTexts);
  const waits = useSecondsUntil(usableFrom) > 0;
  const from = formatMinute(usableFrom);
  return (
    <li>
      <button
        type="button"
        className={styles.option}
        aria-pressed={isChosen}
        aria-disabled={waits || undefined}
        onClick={() => (waits ? toast(t.accountWaits(from)) : onChoose())}
      >
        <span className={styles.words}>
          <span className={styles.name}>
            {name}
            {waits && <Tag tone="warn">{texts.waits(from)}</Tag>}
          </span>
          <AddressText address={number} />
        </span>
        {isChosen && <Icon name="check" size={18} className={styles.check} />}
      </button>
    </li>
  );
}
