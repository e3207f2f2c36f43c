import type { BankDetails } from '@fft/contract';
import type { ReactNode } from 'react';
import { AddressText } from '../../features/money/index.ts';
import { bankDepositTexts } from '../../i18n/bank-deposit.ts';
import { useTexts } from '../../i18n/index.ts';
import { copyText } from '../../ui/clipboard/index.ts';
import { IconButton, QrCode } from '../../ui/kit/index.ts';
import styles from './BankDeposit.module.css';

export interface HouseAccountProps {
  readonly coin: string;
  readonly account: BankDetails['accounts'][number];
}

/** An account of the exchange to send to. Every field can be copied; a currency with a QR code shows it too. */
export function HouseAccount({ coin, account }: HouseAccountProps) {
  const t = useTexts(bankDepositTexts);
  const { kind, number, bank, holder, bankName, address, qr } = account;
  return (
    <section className={styles.account}>
      <h2 className={styles.heading}>{t.to}</h2>
      <dl className={styles.lines}>
        <Line name={t.holder} text={holder} />
        <Line name={t.number[kind]} text={number}>
          <AddressText address={number} className={styles.number} />
        </Line>
        {bank !== '' && <Line name={t.bank[kind]} text={bank} />}
        <Line name={t.bankName} text={bankName} />
        {address !== '' && <Line name={t.address} text={address} />}
      </dl>
      {qr !== null && (
        <div className={styles.scan}>
          <QrCode text={qr} label={t.qr(coin)} size={176} />
          <p className={styles.why}>{t.qrText}</p>
        </div>
      )}
    </section>
  );
}

interface LineProps {
  readonly name: string;
  readonly text: string;
  /** The text in another form. */
  readonly children?: ReactNode;
}

function Line({ name, text, children = text }: LineProps) {
  const t = useTexts(bankDepositTexts);
  return (
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd>
        {/* As the bank writes it, in whichever language. */}
        <code className={styles.value}>{children}</code>
        <IconButton
          icon="copy"
          size={18}
          label={t.copy(name)}
          className={styles.copy}
          onClick={() => void copyText(text)}
        />
      </dd>
    </div>
  );
}
