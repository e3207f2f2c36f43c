import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import type { Attack, World } from '../attack.ts';
import { askAgain, newestCode, puppet } from '../customers.ts';
import { demoOperator } from '../operators.ts';
import { codeOf, countsOf, faultsIn } from '../world.ts';

const networks = 10;
/** Clients of strangers, each in its own network, none in the victim's. */
const strangersOf = (world: World) =>
  Array.from({ length: networks }, (_, index) => world.client({ from: world.address(index + 2) }));

/** Strangers guess a password from many networks; the owner still logs in from a known network. */
export const lockOut: Attack = {
  name: "strangers' wrong passwords against an owner",
  run: async (world) => {
    const { email, password } = await puppet(world);
    const guesses = strangersOf(world).flatMap((stranger) =>
      Array.from({ length: 6 }, () => codeOf(stranger.call(calls.auth.login, { email, password: 'a wrong one' }))),
    );
    const codes = await Promise.all(guesses);
    const owner = await codeOf(world.client().call(calls.auth.login, { email, password }));
    const broke = owner === Code.ok ? [] : [`the owner got code ${owner}`];
    return {
      tried: `${codes.length} from ${networks} addresses`,
      refused: countsOf(codes),
      broke: [...broke, ...faultsIn(codes)],
    };
  },
};

/** Strangers guess the codes of a reset that the owner requested, and request resets themselves. */
export const burntResets: Attack = {
  name: "strangers' guesses against an owner's reset",
  run: async (world) => {
    const { email } = await puppet(world);
    const owner = world.client();
    await askAgain(world);
    const { flow } = await owner.call(calls.auth.requestPasswordReset, { email });
    const code = await newestCode(owner, email);
    const wrong = code === '000000' ? '000001' : '000000';
    const next = { password: 'a new password', passwordConfirm: 'a new password' };
    const guesses = strangersOf(world).map(async (stranger) => {
      const asked = await stranger.call(calls.auth.requestPasswordReset, { email }).catch(() => ({ flow: '' }));
      const flows = [asked.flow, asked.flow, asked.flow, '', '', ''];
      return Promise.all(
        flows.map((of) =>
          codeOf(
            stranger.call(calls.auth.resetPassword, { email, code: wrong, ...(of !== '' && { flow: of }), ...next }),
          ),
        ),
      );
    });
    const codes = (await Promise.all(guesses)).flat();
    const reset = await codeOf(owner.call(calls.auth.resetPassword, { email, code, flow, ...next }));
    const entered = await codeOf(owner.call(calls.auth.login, { email, password: next.password }));
    const broke =
      reset === Code.ok && entered === Code.ok
        ? []
        : [`the owner's reset was answered ${reset}, their log-in ${entered}`];
    return {
      tried: `${codes.length} codes from ${networks} addresses`,
      refused: countsOf(codes),
      broke: [...broke, ...faultsIn(codes)],
    };
  },
};

/** An operator locked out by a stranger could not stop that stranger. */
export const operatorLockOut: Attack = {
  name: "wrong passwords in an operator's name",
  run: async (world) => {
    const { consoleUrl: baseUrl } = world;
    const login = { name: 'demo.content', password: 'a wrong one' };
    const stranger = world.client({ baseUrl, from: world.address(2) });
    const codes = await Promise.all(
      Array.from({ length: 12 }, () => codeOf(stranger.call(consoleCalls.session.login, login))),
    );
    const entered = await codeOf(demoOperator(world, 'demo.content'));
    const broke = entered === Code.ok ? [] : [`the operator got code ${entered}`];
    return {
      tried: `${codes.length} wrong passwords`,
      refused: countsOf(codes),
      broke: [...broke, ...faultsIn(codes)],
    };
  },
};

/** Each password hash is deliberately expensive in memory and time. */
export const passwordFlood: Attack = {
  name: '40 concurrent passwords, again and again',
  run: async (world) => {
    const { email, password } = await puppet(world);
    // A separate address: the first one is used for a flood later.
    const own = world.client({ from: world.address(2) });
    const right = await Promise.all(
      Array.from({ length: 40 }, () => codeOf(own.call(calls.auth.login, { email, password }))),
    );
    const stranger = world.client();
    const wrong: number[] = [];
    do {
      const round = Array.from({ length: 40 }, () =>
        codeOf(stranger.call(calls.auth.login, { email: `${world.name('none')}@attack.example`, password })),
      );
      wrong.push(...(await Promise.all(round)));
    } while (!world.signal.aborted);
    const outside = right.filter((code) => code !== Code.ok);
    const broke = outside.length === 0 ? [] : [`40 concurrent correct passwords got ${countsOf(outside)}`];
    return {
      tried: `40 correct ones, ${wrong.length} wrong ones`,
      refused: countsOf(wrong),
      broke: [...broke, ...faultsIn([...right, ...wrong])],
    };
  },
};
