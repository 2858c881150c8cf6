import type { Command } from 'commander';

/** For example `apps secret rotate`. */
export function nameOf(command: Command): string {
  return [...(command.parent ? [nameOf(command.parent)] : []), command.name()].join(' ');
}

/** For example `apps secret rotate <app>`. */
export function usageOf(command: Command): string {
  const values = command.registeredArguments.map((one) =>
    one.required ? `<${one.name()}>` : `[${one.name()}]`,
  );
  return [nameOf(command), ...values].join(' ');
}
