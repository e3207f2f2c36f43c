import { defineTexts } from './texts.ts';

/** Coins that came to customers' addresses without being credited. */
export const recoveryTexts = defineTexts({
  zh: {
    list: '未入账的充值',
    none: '尚未查找过交易',
    intro:
      '用户把币转到了未接入的网络、未上线的代币，或在接入之前转入时，币在其充值地址上但未入账。请输入网络与交易哈希，系统会通过两个节点读取。',
    find: '查找交易',
    findText: '网络不在列表中：请先在设置中接入。代币未上线：请先在“市场 → 代币”上线。之后再查找。',
    network: '网络',
    txid: '交易哈希',
    time: '时间',
    result: '结果',
    asked: '已提交，稍后显示结果',
    reading: '读取中…',
    findings: {
      found: '已找到',
      notInBlock: '没有区块包含该交易',
      unconfirmed: '确认数不足，请稍后再查',
      failed: '交易失败，没有转入任何币',
      nothing: '没有转入用户地址',
      tooMany: '转入笔数过多，请联系开发人员',
      nodesDisagree: '两个节点不一致或第二个节点无响应，请稍后再查',
    },
    states: {
      recoverable: '可补入账',
      known: '已入账或入账中',
      small: '低于最小充值额',
      unknownContract: '未知合约',
      notAtSigner: '签名服务未列出该合约',
      own: '平台自己的转账',
    },
    outcomes: {
      recorded: '已记为充值',
      changed: '链上或账上已变化，未入账',
      altered: '数据库中的记录被篡改，未入账',
    },
    agreed: '已同意，等待托管服务',
    proposedBy: (name: string) => `${name} 已提交，等待另一名操作员`,
    propose: '提交补入账',
    proposeText:
      '请先核对该用户之前没有以人工入账得到这笔币。另一名操作员同意后，系统会再次通过两个节点读取，并按普通充值确认、入账和归集。',
    proposed: '已提交，等待另一名操作员',
    customer: (id: number) => `用户 ${id}`,
  },
  en: {
    list: 'Uncredited coins',
    none: 'No transaction was looked for yet',
    intro:
      'Coins that came over a network or by a token before it was open lie at the customer’s deposit address, uncredited. Name the network and the transaction: custody reads it through both nodes.',
    find: 'Find a transaction',
    findText:
      'If the network isn’t listed here, open it in the settings first. If the token isn’t listed, list it first (markets → tokens). Then find the transaction.',
    network: 'Network',
    txid: 'Transaction hash',
    time: 'Time',
    result: 'Result',
    asked: 'Requested; the result appears here shortly',
    reading: 'Reading…',
    findings: {
      found: 'Found',
      notInBlock: 'No block has this transaction',
      unconfirmed: 'Not enough confirmations yet: find it again later',
      failed: 'The transaction failed and brought nothing',
      nothing: 'It brought nothing to a customer’s address',
      tooMany: 'It brought too many deposits at once: ask the developers',
      nodesDisagree: 'The nodes disagree, or the second one is away: find it again later',
    },
    states: {
      recoverable: 'can be credited',
      known: 'credited, or about to be',
      small: 'below the smallest deposit',
      unknownContract: 'unknown contract',
      notAtSigner: 'the signer doesn’t list it',
      own: 'sent by the exchange itself',
    },
    outcomes: {
      recorded: 'Recorded as deposits',
      changed: 'The chain or the books changed: nothing credited',
      altered: 'The row was altered in the database: nothing credited',
    },
    agreed: 'Agreed; custody is next',
    proposedBy: (name: string) => `${name} proposed it; waiting for another operator`,
    propose: 'Propose to credit',
    proposeText:
      'Check first that no adjustment has credited these coins by hand. Once another operator agrees, custody reads the transaction through both nodes again; confirmations, credit and sweep are those of any deposit.',
    proposed: 'Proposed; waiting for another operator',
    customer: (id: number) => `Customer ${id}`,
  },
});
