import type { Command } from 'commander';

/** For example `apps secret rotate`. */
export function nameOf(command: Command): string {
  return [...(command.parent ? [nameOf(command.parent)] : []), command.name()].join(' ');
}

/** For example `apps secret rotate <app>`. */
export function usageOf(command: Command): string {
  const values = command.registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}...` : one.name();
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [nameOf(command), ...values].join(' ');
}
