export { CodeLine } from './CodeLine.tsx';
export { forgetSent, recallSent } from './resend-countdown.ts';
