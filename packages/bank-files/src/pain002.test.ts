import { expect, test } from 'vitest';
import { BankFileError, isPain002, readPain002 } from './index.ts';

const transaction = (endToEnd: string, state: string, reason = ''): string =>
  `<TxInfAndSts><OrgnlEndToEndId>${endToEnd}</OrgnlEndToEndId>${state && `<TxSts>${state}</TxSts>`}${reason}</TxInfAndSts>`;
const because = (code: string, words = ''): string =>
  `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${words && `<AddtlInf>${words}</AddtlInf>`}</StsRsnInf>`;
const report = (group: string, payments: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-27T09:00:00Z</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>BATCH-4</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${group}</OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>BATCH-4</OrgnlPmtInfId>${payments}</OrgnlPmtInfAndSts>
</CstmrPmtStsRpt></Document>`;

test('a payment that the bank rejected is read with its reason, the others go on', () => {
  const text = report(
    '<GrpSts>PART</GrpSts>',
    transaction('P1', 'RJCT', because('AC04', 'account closed')) + transaction('P2', 'ACSC') + transaction('P3', ''),
  );
  expect(isPain002(text)).toBe(true);
  expect(readPain002(text)).toEqual({
    batch: 'BATCH-4',
    isRejected: false,
    reason: null,
    text: '',
    payments: [
      { endToEnd: 'P1', isRejected: true, reason: 'AC04', text: 'account closed' },
      { endToEnd: 'P2', isRejected: false, reason: null, text: '' },
      { endToEnd: 'P3', isRejected: false, reason: null, text: '' },
    ],
  });
});

test('a file that the bank rejected rejects its payments, but for those of which it says otherwise', () => {
  const text = report(
    `<GrpSts>RJCT</GrpSts>${because('AM05', 'sent twice')}`,
    transaction('P1', '') + transaction('P2', 'ACSC'),
  );
  expect(readPain002(text)).toMatchObject({
    isRejected: true,
    reason: 'AM05',
    payments: [
      { endToEnd: 'P1', isRejected: true, reason: 'AM05' },
      { endToEnd: 'P2', isRejected: false },
    ],
  });
  expect(readPain002(report('', `<PmtInfSts>RJCT</PmtInfSts>${transaction('P1', '')}`))).toMatchObject({
    isRejected: true,
    payments: [{ endToEnd: 'P1', isRejected: true }],
  });
});

test('anything else is refused', () => {
  const sound = report('', '');
  for (const wrong of [
    sound.replace('pain.002', 'pain.001'),
    sound.replace('<OrgnlMsgId>BATCH-4</OrgnlMsgId>', ''),
    sound.replace('<Document', '<!DOCTYPE d []><Document'),
    'hello',
  ])
    expect(() => readPain002(wrong)).toThrow(BankFileError);
});
