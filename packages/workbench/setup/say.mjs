/** Everything that is said here goes to standard error: standard output belongs to the command. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Something that the user can act on; shown without a stack. */
export class SetupError extends Error {}
