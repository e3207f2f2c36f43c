export { textsNow, useLang, useTexts } from '@fft/kit';
