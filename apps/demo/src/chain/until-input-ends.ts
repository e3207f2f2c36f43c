/**
 * A prefix of a command line that makes a program end when standard input closes, for programs that do not read it. `/bin/sh` gives background commands
 * no input unless it is redirected.
 */
export const untilInputEnds: readonly string[] = [
  '-c',
  'exec 3<&0; "$@" & child=$!; (cat <&3; kill "$child") >/dev/null 2>&1 & wait "$child"',
  'sh',
];
