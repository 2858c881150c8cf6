/** A metric that an expression asks for, and by which labels. */
export type Selector = { metric: string; matchers: { label: string; values: string[] }[] };

const SELECTOR = /([a-zA-Z_:][\w:]*)\s*(?:\{([^}]*)\})?(?=\s*(\(?))/g;
const MATCHER = /(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g;
const words = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'bool', 'offset']);

/** What a PromQL expression reads: every name that is neither a function, a keyword nor a label. */
export function selectorsOf(expression: string): Selector[] {
  const plain = expression
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ');
  return [...plain.matchAll(SELECTOR)]
    .filter(([, name = '', , bracket]) => bracket !== '(' && !words.has(name))
    .map(([, metric = '', matchers = '']) => ({
      metric,
      matchers: [...matchers.matchAll(MATCHER)].map(([, label = '', values = '']) => ({
        label,
        values: values.split('|'),
      })),
    }));
}
