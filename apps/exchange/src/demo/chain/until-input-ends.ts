/**
 * Before a program and its arguments, for `/bin/sh`: it ends with its input, which programs that don't look at it wouldn't. Background commands have no
 * input but what is handed to them.
 */
export const untilInputEnds: readonly string[] = [
  '-c',
  'exec 3<&0; "$@" & child=$!; (cat <&3; kill "$child") >/dev/null 2>&1 & wait "$child"',
  'sh',
];
