import type { CommandWords } from './completion-words.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** The script that a shell reads, so that it completes the words of a program. Each is for the shell alone. */
export const scripts: Record<Shell, (name: string, commands: readonly CommandWords[]) => string> = {
  bash,
  zsh,
  fish,
};

/** Needs neither bash-completion nor a Bash newer than 3.2. Where nothing matches it completes files. */
function bash(name: string, commands: readonly CommandWords[]): string {
  const words = commands.map(
    ({ path, words }) =>
      `    ${quoted(path)}) words=${quoted(words.map((one) => one.word).join(' '))} ;;`,
  );
  return `_${name}() {
  local at='' words='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$at \${COMP_WORDS[index]}" in
      ${commandPaths(commands).map(quoted).join(' | ')}) at="$at \${COMP_WORDS[index]}" ;;
    esac
  done
  case "$at" in
${words.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${name} ${name}`;
}

function zsh(name: string, commands: readonly CommandWords[]): string {
  const words = commands.map(({ path, words }) => {
    const described = words.map(({ word, description }) =>
      quoted(`${word.replaceAll(':', '\\:')}:${description}`),
    );
    return `    ${quoted(path)}) candidates=(${described.join(' ')}) ;;`;
  });
  return `#compdef ${name}
_${name}() {
  local at='' word
  local -a candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${commandPaths(commands).map(quoted).join(' | ')}) at="$at $word" ;;
    esac
  done
  case "$at" in
${words.join('\n')}
  esac
  _describe -t words ${name} candidates
  _files
}
if (( ! $+functions[compdef] )); then autoload -Uz compinit && compinit -i; fi
compdef _${name} ${name}`;
}

function fish(name: string, commands: readonly CommandWords[]): string {
  const candidates = commands.flatMap(({ path, words }) =>
    words.map(
      ({ word, description }) =>
        `complete -c ${name} -n ${fishQuoted(`__${name}_is_at ${fishQuoted(path)}`)} -a ${word} -d ${fishQuoted(description)}`,
    ),
  );
  return `function __${name}_is_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    if contains -- "$at $word" ${commandPaths(commands).map(fishQuoted).join(' ')}
      set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${candidates.join('\n')}`;
}

function commandPaths(commands: readonly CommandWords[]): string[] {
  return commands.map(({ path }) => path).filter((path) => path !== '');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
