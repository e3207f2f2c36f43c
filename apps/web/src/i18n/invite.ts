import { defineTexts } from './texts.ts';

export const inviteTexts = defineTexts({
  zh: {
    title: '邀请好友',
    row: '邀请好友',
    rowText: '邀请码与邀请链接',
    intro: '好友扫码、打开链接或在注册时填写邀请码，即视为您邀请的用户。',
    code: '我的邀请码',
    link: '邀请链接',
    qr: '邀请链接的二维码',
    copyCode: '复制邀请码',
    copyLink: '复制链接',
    share: '分享',
    invited: '已邀请人数',
    people: (count: number) => `${count} 人`,
  },
  en: {
    title: 'Invite friends',
    row: 'Invite friends',
    rowText: 'Your code and link',
    intro:
      'Friends who scan the code, open the link or enter your invite code when they register count as invited by you.',
    code: 'My invite code',
    link: 'Invite link',
    qr: 'QR code of the invite link',
    copyCode: 'Copy code',
    copyLink: 'Copy link',
    share: 'Share',
    invited: 'Invited so far',
    people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  },
});
