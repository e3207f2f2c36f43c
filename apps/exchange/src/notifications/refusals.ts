import { refusalsOf } from '../refusals/refuse.ts';

/** Refusals about notifications. */
export const { refusals, refuse } = refusalsOf({
  pushNotOffered: { kind: 'notFound', zh: '暂不支持推送通知', en: 'Push notifications are not offered here' },
  unknownPushService: {
    kind: 'badRequest',
    zh: '暂不支持该浏览器的推送服务',
    en: 'This browser’s push service is not supported',
  },
  notificationFixed: { kind: 'badRequest', zh: '此项通知不可更改', en: 'This notification can’t be changed' },
});
