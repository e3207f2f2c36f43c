import { defineTexts } from './texts.ts';

/** The inbox, a message, and the page about us. */
export const contentTexts = defineTexts({
  zh: {
    title: '消息中心',
    kinds: { all: '全部', system: '系统', notice: '公告', account: '账户' },
    kindsLabel: '消息类型',
    unread: '未读',
    readAll: '全部已读',
    allRead: '已全部标为已读',
    empty: '暂无消息',
    emptyText: '公告与账户动态会出现在这里。',
    detailTitle: '消息详情',
    gone: '消息不存在',
    goneText: '它可能已被删除。',
    toInbox: '返回消息中心',
    aboutTitle: '关于我们',
    version: '版本',
    links: '相关链接',
  },
  en: {
    title: 'Inbox',
    kinds: { all: 'All', system: 'System', notice: 'Notices', account: 'Account' },
    kindsLabel: 'Kind of message',
    unread: 'Unread',
    readAll: 'Mark all as read',
    allRead: 'All marked as read',
    empty: 'No messages yet',
    emptyText: 'Notices and what happens to your account will be here.',
    detailTitle: 'Message',
    gone: 'No such message',
    goneText: 'It may have been taken away.',
    toInbox: 'To the inbox',
    aboutTitle: 'About us',
    version: 'Version',
    links: 'Links',
  },
});
