import { BankFileError } from './file-error.ts';
import { each, find, need, readXml, textAt, type XmlElement } from './xml.ts';

/** What a bank says of one payment of a batch. */
export interface PaymentStatus {
  readonly endToEnd: string;
  readonly isRejected: boolean;
  /** The bank's code, like `AC04`; null if it gives none. */
  readonly reason: string | null;
  /** The bank's own words. */
  readonly text: string;
}

/** A bank's answer to a payment file. */
export interface StatusReport {
  /** The id of the file that it answers. */
  readonly batch: string;
  /** True if the bank refused the file as a whole. */
  readonly isRejected: boolean;
  readonly reason: string | null;
  readonly text: string;
  readonly payments: readonly PaymentStatus[];
}

/** True for a text that says of itself that it is a status report. */
export function isPain002(text: string): boolean {
  return text.slice(0, 4000).includes(':pain.002.001.');
}

/**
 * Reads ISO 20022 pain.002, versions 03 to 14. Refused is what the bank calls `RJCT`, of a payment, of its group, or of the file; every other state
 * is on its way, and a payment without an id of ours is left out. @throws BankFileError
 */
export function readPain002(text: string): StatusReport {
  const document = readXml(text.replace(/^\uFEFF/, ''));
  const namespace = document.attributes['xmlns'] ?? '';
  if (document.name !== 'Document' || !namespace.includes(':pain.002.001.'))
    throw new BankFileError('unknownFormat', document.line, `not pain.002: ${namespace.slice(0, 80)}`);
  const report = need(document, 'CstmrPmtStsRpt');
  const original = need(report, 'OrgnlGrpInfAndSts');
  const group = statusOf(original, 'GrpSts');
  const payments = each(report, 'OrgnlPmtInfAndSts').flatMap((information) => {
    const whole = statusOf(information, 'PmtInfSts');
    return each(information, 'TxInfAndSts').flatMap((one) => paymentOf(one, [whole, group]));
  });
  const isWhole = each(report, 'OrgnlPmtInfAndSts').some((one) => statusOf(one, 'PmtInfSts').isRejected);
  const { isRejected, reason, text: words } = group;
  return { batch: need(original, 'OrgnlMsgId').text, isRejected: isRejected || isWhole, reason, text: words, payments };
}

type Status = Omit<PaymentStatus, 'endToEnd'>;

function statusOf(element: XmlElement, name: string): Status {
  const reasons = find(element, 'StsRsnInf');
  const words = reasons ? each(reasons, 'AddtlInf').map(({ text }) => text) : [];
  return {
    isRejected: textAt(element, name) === 'RJCT',
    reason: textAt(reasons, 'Rsn/Cd') ?? textAt(reasons, 'Rsn/Prtry'),
    text: words.join(' ').slice(0, 500),
  };
}

/** What a group doesn't say of a payment itself, the group says of all of them. */
function paymentOf(one: XmlElement, groups: readonly Status[]): PaymentStatus[] {
  const endToEnd = textAt(one, 'OrgnlEndToEndId');
  if (endToEnd === null) return [];
  const own = statusOf(one, 'TxSts');
  const hasOwn = textAt(one, 'TxSts') !== null;
  const status = hasOwn ? own : (groups.find(({ isRejected }) => isRejected) ?? own);
  return [{ endToEnd, ...status, reason: own.reason ?? status.reason }];
}
