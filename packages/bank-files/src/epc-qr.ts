import { writeAmount } from './amounts.ts';

export interface EpcTransfer {
  readonly name: string;
  readonly iban: string;
  /** Empty if unknown: version 002 needs none within the EEA. */
  readonly bic: string;
  /** Unstructured remittance, at most 140 characters. */
  readonly text: string;
  /** Euro cents; null lets the payer choose. */
  readonly amount: number | null;
}

/** The text of a QR code that starts a SEPA transfer in a banking app (EPC069-12, version 002). */
export function epcQrText({ name, iban, bic, text, amount }: EpcTransfer): string {
  const euro = amount === null ? '' : `EUR${writeAmount(amount, 'EUR')}`;
  const lines = ['BCD', '002', '1', 'SCT', bic, name.slice(0, 70), iban, euro, '', '', text.slice(0, 140)];
  return lines.join('\n');
}
