/** Refusals of forms as a whole. */
export const formMessages = {
  otherSession: {
    zh: '此设备已登录其他账户，本次操作未执行。请确认当前账户后重新操作',
    en: 'Another account is logged in here now, so nothing was done. Check the account, then start again',
  },
};

/** Messages of fields by their form. */
export const fieldFormMessages = {
  unknown: { zh: '没有这个字段，请检查拼写', en: 'This call has no such field. Check its spelling' },
  body: { zh: '请以表单或 JSON 对象提交字段', en: 'Send the fields as a form or as a JSON object' },
  clientId: {
    zh: '编号为 1 至 64 位字母、数字、下划线或连字符',
    en: 'An id has 1 to 64 letters, digits, underscores or hyphens',
  },
  clientOrderId: {
    zh: '编号为 1 至 64 位字母、数字或 . _ : / -',
    en: 'An order id has 1 to 64 letters, digits or characters of . _ : / -',
  },
};
