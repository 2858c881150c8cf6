/** A message of the linter: names in backticks are code. */
export function MessageText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not move
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
