import { refusalsOf } from '../refusals/refuse.ts';

/** Refusals about identities and their papers. */
export const { refusals, refuse } = refusalsOf({
  identityNotOpen: {
    kind: 'conflict',
    zh: '认证正在审核或已通过',
    en: 'Your identity is under review or verified already',
  },
  noPapers: {
    kind: 'conflict',
    zh: '该用户没有待审证件',
    en: 'No identity documents of this customer are under review',
  },
  papersUnreadable: {
    kind: 'conflict',
    zh: '证件资料无法解密：数据被更改，或密钥不匹配',
    en: 'These identity documents cannot be decrypted: their row was changed, or they were encrypted with another key',
  },
  notPassed: { kind: 'conflict', zh: '该用户的身份认证不是已通过状态', en: 'This customer’s identity is not verified' },
});
