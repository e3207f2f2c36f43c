export { goBack, Link, navigate, Redirect, useParameters, usePlace } from '@fft/kit';
