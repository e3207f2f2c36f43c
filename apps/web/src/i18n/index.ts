export { setLang, textsNow, useLang, useTexts } from '@fft/kit';
