export { CodeLine } from './CodeLine.tsx';
export type { SentCode } from './use-send-code.ts';
export { flowOf, forgetSent, recallSent } from './resend-countdown.ts';
