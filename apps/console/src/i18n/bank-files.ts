import { defineTexts } from './texts.ts';

/** How a bank writes its files. */
export const bankFileTexts = defineTexts({
  zh: {
    dialect: 'MT940 的 :86: 格式',
    dialectHint: '仅当该银行的每条分录都按此格式书写时才选择。纯文本不含汇款人姓名，分录都由人工核对。',
    dialects: {
      unstructured: '纯文本',
      german: '德国结构化（?20…）',
      swift: 'SWIFT（/EREF/…/ORDP//NAME/…）',
      rabobank: 'Rabobank',
      ing: 'ING',
      abnAmro: 'ABN AMRO',
    },
    encoding: 'MT940 与 CSV 的编码',
    sample: '用样本文件识别',
    sampleHint: '选择该银行的一份 MT940 文件，查看各条分录会被读成什么。文件不会被保存。',
    recognised: (dialect: string) => `样本文件的格式像是：${dialect}`,
    sampleEntries: '按所选格式读取的样本',
    isReturn: '退回',
    csv: 'CSV 列映射（JSON，选填）',
    csvHint:
      '例如：{"delimiter":";","decimal":",","thousands":".","dateForm":"DD.MM.YYYY","date":"日期","reference":"流水号","amount":"金额"}。日月顺序以 dateForm 为准；若文件无法判断新旧，请加 "order":"newestFirst"。',
    answerTaken: '已记录银行回执：被拒绝的付款显示在其批次中',
    refusedByBank: (code: string | null, words: string) =>
      `银行已拒绝${code === null ? '' : `：${code}`}${words === '' ? '' : `（${words}）`}`,
  },
  en: {
    dialect: 'Form of :86: in MT940',
    dialectHint:
      'Only choose a form in which this bank writes every entry. Plain text names no sender, so that a person checks each entry.',
    dialects: {
      unstructured: 'Plain text',
      german: 'German, structured (?20…)',
      swift: 'SWIFT (/EREF/…/ORDP//NAME/…)',
      rabobank: 'Rabobank',
      ing: 'ING',
      abnAmro: 'ABN AMRO',
    },
    encoding: 'Encoding of MT940 and CSV',
    sample: 'Recognise by a sample',
    sampleHint: 'Choose a file of MT940 from this bank to see what its entries would say. It isn’t kept.',
    recognised: (dialect: string) => `The sample seems to be written as: ${dialect}`,
    sampleEntries: 'The sample as it would be read',
    isReturn: 'Return',
    csv: 'Columns of the CSV (JSON, optional)',
    csvHint:
      'For example {"delimiter":";","decimal":",","thousands":".","dateForm":"DD.MM.YYYY","date":"Date","reference":"Reference","amount":"Amount"}. The form says the order of day and month. Where nothing shows which end is older, add "order":"newestFirst".',
    answerTaken: 'The bank’s answer is noted: its batch shows what was refused',
    refusedByBank: (code: string | null, words: string) =>
      `Refused by the bank${code === null ? '' : `: ${code}`}${words === '' ? '' : ` (${words})`}`,
  },
});
