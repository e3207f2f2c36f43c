/** Refusals of the console: operators, their rights and their proposals. */
export const operatorMessages = {
  noRight: { zh: '您没有此项权限，本次操作已记录', en: 'Your role doesn’t allow this. The attempt was recorded' },
  addressNotAllowed: { zh: '不允许从此地址访问', en: 'Access from this address is not allowed' },
  takesTwo: { zh: '须由两名操作员在控制台同意', en: 'Two operators must agree to this, in the console' },
  tooManySaves: {
    zh: '您本小时内保存与删除的内容已达上限，请稍后再试',
    en: 'You have saved or deleted as many texts as one operator may within an hour. Wait a while',
  },
  lockChanged: {
    zh: '提交后该账户的锁定已变更，请拒绝后重新提交',
    en: 'The account’s lock has changed since this was proposed. Refuse it and propose it again',
  },
  lockOfOthers: {
    zh: '此类锁定由合规部门设置与解除',
    en: 'Locks of this kind are set and lifted by compliance',
  },
  tooManyStops: {
    zh: '您本小时内锁定类操作已达上限，请稍后再试或请同事处理',
    en: 'You have stopped as many customers as one operator may within an hour. Wait, or ask a colleague',
  },
  ownApproval: { zh: '须由另一名操作员同意', en: 'Another operator must agree' },
  proposerGone: {
    zh: '提出申请的操作员已停用或无此权限，请拒绝该申请',
    en: 'The operator who proposed this no longer has the right. Refuse it',
  },
  approvalClosed: { zh: '该申请已处理', en: 'This proposal was already decided' },
  approvalAltered: {
    zh: '该申请记录被篡改或无法验证，只能拒绝',
    en: 'This record was altered, or can’t be verified: it can only be refused',
  },
  approvalUnreadable: {
    zh: '该申请由较早的版本提交，无法读取，请拒绝后重新提交',
    en: 'An earlier release made this proposal in another form. Refuse it and propose it again',
  },
  approvalOpen: { zh: '已有待同意的同类申请', en: 'A proposal like this is already waiting for a second operator' },
  approvalTooOld: {
    zh: '该申请此前已开始执行但结果未知，请核对账本后拒绝它',
    en: 'This was started before, and its outcome is unknown: check the books, then refuse it',
  },
  unknownCustomer: { zh: '用户不存在', en: 'No such customer' },
  unknownOperator: { zh: '操作员不存在', en: 'No such operator' },
  operatorNameTaken: { zh: '该名称已被使用', en: 'This name is taken' },
  operatorEmailTaken: { zh: '该邮箱已属于另一名操作员', en: 'This address belongs to another operator' },
  operatorEmailNeeded: { zh: '该操作员还没有邮箱，请先设置', en: 'This operator has no e-mail address. Set one first' },
  operatorChanged: {
    zh: '该申请的邮箱已变更或缺失，请否决并重新提交',
    en: 'The operator’s address has changed or is missing. Refuse this and propose it again',
  },
  operatorEnrolled: { zh: '该操作员已完成设置', en: 'This operator has enrolled already' },
  operatorAltered: {
    zh: '该操作员的数据被更改，请在服务器上重置',
    en: 'The row of this operator was changed in the database. Reset the operator on the server',
  },
  linkOver: {
    zh: '链接无效、已使用或已过期，请联系管理员重新发送',
    en: 'This link is invalid, used or expired. Ask an administrator for another',
  },
  lastAdmins: {
    zh: '至少须保留两名可登录的管理员，请先添加一名，或在服务器上处理',
    en: 'Two admins who can log in must remain. Add another first, or do this at the machine',
  },
};
