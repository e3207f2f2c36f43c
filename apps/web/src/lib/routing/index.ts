export { goBack, isCurrentLocation, Link, navigate, Redirect, useParameters, useLocation } from '@fft/kit';
