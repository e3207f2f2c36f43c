export { CodeLine } from './CodeLine.tsx';
export { flowOf, forgetSent, recallSent } from './resend-countdown.ts';
