import { config } from '../../brand.ts';
import { defineTexts } from '../../i18n/texts.ts';

const zh = {
  deposit: {
    title: '充值帮助',
    answers: [
      {
        question: '选择哪个网络？',
        answer: '与转出方使用的网络一致。网络或币种不一致的资产通常无法找回。',
      },
      {
        question: '多久到账？',
        answer: '链上确认达到页面所示次数后自动入账，进度实时显示在“最近充值”，入账后会收到消息。',
      },
      { question: '有最小金额吗？', answer: '有，见页面所示。低于它的金额不会入账。' },
      {
        question: '还没有到账？',
        answer: '先在转出方查看交易是否已上链，再核对地址与网络。确认次数不足时请稍候，无需任何操作。',
      },
    ],
  },
  bankDeposit: {
    title: '银行转账帮助',
    answers: [
      {
        question: '附言码是什么？',
        answer:
          '每个币种有一个专属于您的附言码，长期不变。转账时原样填写，款项就会自动入账。字母大小写和连字符不影响。',
      },
      { question: '忘记填写附言码怎么办？', answer: '款项不会丢失。工作人员会按汇款人和金额核对，核对后入账或退回。' },
      { question: '可以用别人的账户转账吗？', answer: '不可以。汇款人姓名须与您的身份认证一致，否则须人工核对。' },
      {
        question: '多久到账？',
        answer: '银行完成入账、我们收到对账单后自动入账，通常为 1–2 个工作日。周末和节假日顺延。',
      },
    ],
  },
  identity: {
    title: '身份认证帮助',
    answers: [
      {
        question: '需要准备什么？',
        answer: `有效的身份证、护照或驾驶证原件，以及一张写有“${config.name}”、当天日期和签名的纸条。`,
      },
      { question: '怎样拍照？', answer: '四角完整、文字清晰、没有反光。请拍原件，不要拍屏幕或复印件。' },
      { question: '谁能看到照片？', answer: '只有您和我们的身份审核人员，每次查看都会留下记录。' },
      { question: '未通过怎么办？', answer: '页面会显示原因，按原因修改后可以重新提交。' },
    ],
  },
  orders: {
    title: '下单帮助',
    answers: [
      {
        question: '限价与市价有什么不同？',
        answer:
          '限价委托只按您的价格或更优的价格成交，其余挂单等待。市价委托立即按盘口成交，离最优价太远的部分不会成交。',
      },
      {
        question: '止损委托怎样生效？',
        answer: '成交价达到触发价后，才以限价或市价进入盘口。在此之前不在盘口显示，资金已冻结。',
      },
      {
        question: '什么是止盈止损 (OCO)？',
        answer: '止盈限价委托与止损委托共用一笔资金，只冻结一次。任何一方成交，另一方自动撤销。',
      },
      {
        question: 'GTC、IOC、FOK 是什么？',
        answer: 'GTC 一直有效，直到成交或撤销。IOC 立即成交，剩余撤销。FOK 立即全部成交，否则全部撤销。',
      },
      { question: '什么是只做 Maker？', answer: '委托若会立即成交，则不会下单，因此始终按 Maker 费率收费。' },
      { question: '手续费从哪里扣？', answer: '从成交所得中扣除：买入扣所买的币，卖出扣所得的计价币。' },
    ],
  },
  safety: {
    title: '安全帮助',
    answers: [
      { question: '安全等级怎样提高？', answer: '每完成一项保护，等级就会提高。身份验证器能阻止大多数盗号。' },
      {
        question: '为什么提现被暂停？',
        answer: '修改密码或验证方式后，提现会暂停一段时间（通常为 24 小时），让账户的真正主人有时间发现。',
      },
      { question: '怎样识别假邮件？', answer: '设置防钓鱼码后，我们发出的每一封邮件都会显示它，没有它的就是假的。' },
      {
        question: '怀疑账户被盗？',
        answer: '先退出不认识的设备并修改登录密码；若来不及，请立即冻结账户：委托会撤销，资产不受影响。',
      },
      { question: '会有人向我要密码吗？', answer: '不会。我们从不索要密码、验证码或恢复码。' },
    ],
  },
};

const en: typeof zh = {
  deposit: {
    title: 'About deposits',
    answers: [
      {
        question: 'Which network?',
        answer: 'The same network as the sender’s. Coins sent on another network usually can’t be recovered.',
      },
      {
        question: 'How long does it take?',
        answer:
          'Until the chain reaches the number of confirmations shown on the page. Follow the progress under “Recent deposits”; we send you a message when it arrives.',
      },
      { question: 'Is there a minimum?', answer: 'Yes, the page shows it. Smaller amounts are not credited.' },
      {
        question: 'What if it hasn’t arrived yet?',
        answer:
          'Check with the sender that the transaction is on the chain, then compare the address and network. If it still needs confirmations, just wait.',
      },
    ],
  },
  bankDeposit: {
    title: 'About bank deposits',
    answers: [
      {
        question: 'What is the reference?',
        answer:
          'A code of your own for each currency; it never changes. Enter it with every transfer, and the money is credited automatically. Capital letters and the hyphen don’t matter.',
      },
      {
        question: 'What if I forgot the reference?',
        answer: 'The money isn’t lost. We check the sender and the amount, then credit or return it.',
      },
      {
        question: 'Can I send from another person’s account?',
        answer:
          'No. The sender’s name must be the one on your identity document; otherwise the transfer is checked by hand.',
      },
      {
        question: 'How long does it take?',
        answer:
          'We credit it as soon as our bank reports it, usually within 1–2 banking days. Weekends and holidays add to that.',
      },
    ],
  },
  identity: {
    title: 'About verification',
    answers: [
      {
        question: 'What do I need?',
        answer: `Your valid identity card, passport or driving licence, and a handwritten note with “${config.name}”, today’s date and your signature.`,
      },
      {
        question: 'How do I take the photos?',
        answer: 'Show all four corners, with sharp text and no glare. Photograph the original, not a screen or a copy.',
      },
      { question: 'Who sees them?', answer: 'Only you and our identity reviewers. Every viewing is logged.' },
      { question: 'What if I don’t pass?', answer: 'The page shows the reason. Correct it and submit again.' },
    ],
  },
  orders: {
    title: 'About orders',
    answers: [
      {
        question: 'Limit or market?',
        answer:
          'A limit order trades at your price or better, and the rest waits in the book. A market order trades immediately at the prices in the book, but not far from the best price.',
      },
      {
        question: 'When does a stop order become active?',
        answer:
          'When a trade reaches its trigger price. It then enters the book as a limit or market order. Until then it is hidden, and its funds are on hold.',
      },
      {
        question: 'What is take profit / stop loss (OCO)?',
        answer:
          'A take-profit limit order and a stop order that share the same funds. As soon as one trades, the other is cancelled.',
      },
      {
        question: 'What are GTC, IOC and FOK?',
        answer:
          'GTC stays open until it is filled or cancelled. IOC trades immediately and cancels the rest. FOK trades in full immediately, or not at all.',
      },
      {
        question: 'What is post-only?',
        answer: 'An order that would trade immediately is not placed, so you always pay the maker fee.',
      },
      {
        question: 'How is the fee charged?',
        answer: 'It is deducted from what you receive: the coin you buy, or the quote currency you sell for.',
      },
    ],
  },
  safety: {
    title: 'About security',
    answers: [
      {
        question: 'How do I raise my security level?',
        answer: 'Each protection raises it. An authenticator app prevents most account theft.',
      },
      {
        question: 'Why are withdrawals on hold?',
        answer:
          'They are on hold for a time, usually 24 hours, after a password or second factor changes, so that the real owner has time to notice.',
      },
      {
        question: 'How do I recognise a fake e-mail?',
        answer: 'Set an anti-phishing code. We include it in every e-mail we send; an e-mail without it is fake.',
      },
      {
        question: 'What if someone else is using my account?',
        answer:
          'Log out devices you don’t recognise and change your password. If there is no time, freeze the account: open orders are cancelled and your assets stay.',
      },
      {
        question: 'Will you ask for my password?',
        answer: 'Never. We never ask for passwords, codes or recovery codes.',
      },
    ],
  },
};

export const helpTexts = defineTexts({ zh, en });
