/**
 * A prefix of a command line that ends a program when standard input closes, for programs that do not read standard input. `/bin/sh` detaches
 * background commands from the input, so the prefix redirects it.
 */
export const untilInputEnds: readonly string[] = [
  '-c',
  'exec 3<&0; "$@" & child=$!; (cat <&3; kill "$child") >/dev/null 2>&1 & wait "$child"',
  'sh',
];
