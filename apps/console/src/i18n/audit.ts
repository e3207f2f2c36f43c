import { defineTexts } from './texts.ts';

export const auditTexts = defineTexts({
  zh: {
    list: '审计日志',
    none: '没有符合条件的记录',
    time: '时间',
    operator: '操作员',
    act: '操作',
    target: '对象',
    search: '筛选',
    detail: '记录详情',
    before: '之前',
    after: '之后',
    nothing: '无',
    appendOnly: '日志只增不改',
  },
  en: {
    list: 'Audit log',
    none: 'No matching entries',
    time: 'Time',
    operator: 'Operator',
    act: 'Action',
    target: 'Target',
    search: 'Filter',
    detail: 'Entry details',
    before: 'Before',
    after: 'After',
    nothing: 'Nothing',
    appendOnly: 'Append-only log',
  },
});
