import { refusalsOf } from '../refusals/refuse.ts';

/** Refusals of the console: operators, their rights and their proposals. */
export const { refusals, refuse } = refusalsOf({
  noRight: {
    kind: 'forbidden',
    zh: '您没有此项权限，本次操作已记录',
    en: 'Your role doesn’t allow this. The attempt was recorded',
  },
  addressNotAllowed: { kind: 'forbidden', zh: '不允许从此地址访问', en: 'Access from this address is not allowed' },
  ownApproval: { kind: 'conflict', zh: '须由另一名操作员同意', en: 'Another operator must agree' },
  proposerGone: {
    kind: 'conflict',
    zh: '提出申请的操作员已停用或无此权限，请拒绝该申请',
    en: 'The operator who proposed this no longer has the right. Refuse it',
  },
  approvalClosed: { kind: 'conflict', zh: '该申请已处理', en: 'This proposal was already decided' },
  approvalUnreadable: {
    kind: 'conflict',
    zh: '该申请由较早的版本提交，无法读取，请拒绝后重新提交',
    en: 'An earlier release made this proposal in another form. Refuse it and propose it again',
  },
  approvalOpen: {
    kind: 'conflict',
    zh: '已有待同意的同类申请',
    en: 'A proposal like this is already waiting for a second operator',
  },
  approvalTooOld: {
    kind: 'conflict',
    zh: '该申请此前已开始执行但结果未知，请核对账本后拒绝它',
    en: 'This was started before, and its outcome is unknown: check the books, then refuse it',
  },
  unknownOperator: { kind: 'notFound', zh: '操作员不存在', en: 'No such operator' },
  operatorNameTaken: { kind: 'conflict', zh: '该名称已被使用', en: 'This name is taken' },
  operatorEmailTaken: {
    kind: 'conflict',
    zh: '该邮箱已属于另一名操作员',
    en: 'This address belongs to another operator',
  },
  operatorEmailNeeded: {
    kind: 'conflict',
    zh: '该操作员还没有邮箱，请先设置',
    en: 'This operator has no e-mail address. Set one first',
  },
  operatorChanged: {
    kind: 'conflict',
    zh: '该申请的邮箱已变更或缺失，请否决并重新提交',
    en: 'The operator’s address has changed or is missing. Refuse this and propose it again',
  },
  operatorEnrolled: { kind: 'conflict', zh: '该操作员已完成设置', en: 'This operator has enrolled already' },
  operatorAltered: {
    kind: 'conflict',
    zh: '该操作员的数据被更改，请在服务器上重置',
    en: 'The row of this operator was changed in the database. Reset the operator on the server',
  },
  linkOver: {
    kind: 'notFound',
    zh: '链接无效、已使用或已过期，请联系管理员重新发送',
    en: 'This link is invalid, used or expired. Ask an administrator for another',
  },
  lastAdmins: {
    kind: 'conflict',
    zh: '至少须保留两名可登录的管理员，请先添加一名，或在服务器上处理',
    en: 'Two admins who can log in must remain. Add another first, or do this at the machine',
  },
  noColdWallet: { kind: 'notFound', zh: '该网络没有冷钱包', en: 'This network has no cold wallet' },
  reservesOtherDay: {
    kind: 'conflict',
    zh: '已公布新一天的总额，请签名新的文本',
    en: 'Newer totals are published: have the new text signed',
  },
  reservesOtherKey: {
    kind: 'badRequest',
    zh: '签名不是该冷钱包对这段文本的签名。请核对地址、整段文本与签名格式',
    en: 'This isn’t the cold wallet’s signature of this text. Check the address, the whole text and the form of the signature',
  },
  networkNotFollowed: {
    kind: 'notFound',
    zh: '该网络或其币种未接入',
    en: 'This network, or the coin on it, isn’t followed',
  },
  operatorPasskeysFull: {
    kind: 'conflict',
    zh: '该通行密钥已添加，或已达 10 个上限',
    en: 'This passkey was added already, or you have the maximum of ten',
  },
  photosUnseen: {
    kind: 'conflict',
    zh: '通过前请逐张查看该用户的证件照片',
    en: 'Look at every photo of these documents before you approve them',
  },
  unknownPapers: {
    kind: 'notFound',
    zh: '该用户没有待审证件',
    en: 'No identity documents of this customer are under review',
  },
});
