export { goBack, isHere, Link, navigate, Redirect, useParameters, usePlace } from '@fft/kit';
