import { config } from '../brand.ts';
import { defineTexts } from './texts.ts';

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
        answer: '链上确认达到页面所示次数后自动入账，进度实时显示在「最近充值」，入账后会收到消息。',
      },
      { question: '有最小金额吗？', answer: '有，见页面所示。低于它的金额不会入账。' },
      {
        question: '还没有到账？',
        answer: '先在转出方查看交易是否已上链，再核对地址与网络。确认次数不足时请稍候，无需任何操作。',
      },
    ],
  },
  identity: {
    title: '身份认证帮助',
    answers: [
      {
        question: '需要准备什么？',
        answer: `有效的身份证、护照或驾驶证原件，以及一张写有“${config.name}、今天日期”和签名的纸条。`,
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
        question: '什么是止盈止损（OCO）？',
        answer: '一张止盈限价与一张止损，同一笔资金只冻结一次。任何一张成交，另一张自动撤销。',
      },
      {
        question: 'GTC、IOC、FOK 是什么？',
        answer: 'GTC 一直有效，直到成交或撤销。IOC 立即成交，剩余撤销。FOK 立即全部成交，否则全部撤销。',
      },
      { question: '什么是只做 Maker？', answer: '如果委托会立即成交，就不会下单。这样总是按 Maker 费率收费。' },
      { question: '手续费从哪里扣？', answer: '从成交所得中扣除：买入扣所买的币，卖出扣所得的计价币。' },
    ],
  },
  safety: {
    title: '安全帮助',
    answers: [
      { question: '安全等级怎样提高？', answer: '每完成一项保护，等级就会提高。身份验证器能阻止大多数盗号。' },
      {
        question: '为什么提现被暂停？',
        answer: '修改密码或验证方式后，提现暂停 24 小时，让真正的主人有时间发现。',
      },
      { question: '怎样识别假邮件？', answer: '设置防钓鱼码后，我们发出的每一封邮件都会显示它，没有它的就是假的。' },
      {
        question: '怀疑账户被盗？',
        answer: '先退出不认识的设备并修改登录密码。来不及时立即冻结账户，委托会撤销，资产保留不变。',
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
        answer:
          'The one that the sender uses. Coins sent over another network, or another coin, can usually not be got back.',
      },
      {
        question: 'How long does it take?',
        answer:
          'Until the chain has confirmed it as often as shown here. You can watch it under “Latest deposits”, and get a message when it is there.',
      },
      { question: 'Is there a minimum?', answer: 'Yes, it stands on the page. Less than that is not credited.' },
      {
        question: 'Not there yet?',
        answer:
          'See at the sender whether the transaction is on the chain, then compare address and network. If confirmations are missing, just wait.',
      },
    ],
  },
  identity: {
    title: 'About verification',
    answers: [
      {
        question: 'What do I need?',
        answer: `Your valid identity card, passport or driving licence, and a note with “${config.name}, today’s date” and your signature.`,
      },
      {
        question: 'How do I take the photos?',
        answer: 'All four corners, sharp text, no glare. Photograph the document itself, not a screen or a copy.',
      },
      { question: 'Who sees them?', answer: 'You and our identity reviewers alone, and every look is logged.' },
      { question: 'What if it isn’t passed?', answer: 'The page tells the reason. Mend that, and send it again.' },
    ],
  },
  orders: {
    title: 'About orders',
    answers: [
      {
        question: 'Limit or market?',
        answer:
          'A limit order trades at your price or a better one, and what is left waits in the book. A market order trades at once at what the book offers, but not far from the best price.',
      },
      {
        question: 'When does a stop come in?',
        answer:
          'When a trade reaches its trigger. Then it enters the book as a limit or market order. Until then nobody sees it, and its money is held.',
      },
      {
        question: 'What is take profit / stop loss (OCO)?',
        answer:
          'A limit order and a stop that share the same money. As soon as one of them trades, the other is cancelled.',
      },
      {
        question: 'What are GTC, IOC and FOK?',
        answer:
          'GTC stays until it is filled or cancelled. IOC trades at once, and the rest is cancelled. FOK trades all of it at once, or nothing.',
      },
      {
        question: 'What is post-only?',
        answer: 'An order that would trade at once isn’t placed. So you always pay the maker’s fee.',
      },
      {
        question: 'What is the fee taken from?',
        answer: 'From what you receive: the coin that you buy, or the money that you sell for.',
      },
    ],
  },
  safety: {
    title: 'About security',
    answers: [
      {
        question: 'How do I raise the level?',
        answer: 'Each protection raises it. An authenticator app stops most thieves.',
      },
      {
        question: 'Why are withdrawals on hold?',
        answer:
          'For 24 hours after a password or a second factor was changed, so that the true owner has time to notice.',
      },
      {
        question: 'How do I tell a false e-mail?',
        answer: 'Set an anti-phishing code. It stands in every e-mail of ours; without it, it isn’t ours.',
      },
      {
        question: 'Somebody else is in my account?',
        answer:
          'Log out the devices that you don’t know and change your password. If there is no time, freeze the account: orders are cancelled, the money stays.',
      },
      { question: 'Will you ask for my password?', answer: 'Never, nor for a code or a recovery code.' },
    ],
  },
};

export const helpTexts = defineTexts({ zh, en });
