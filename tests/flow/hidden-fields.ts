const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/**
 * The hidden fields of a form, as a browser sends them.
 * @param action the form's address; the first form of the page without it
 */
export function hiddenFieldsOf(page: string, action?: string): Record<string, string> {
  const forms = page.matchAll(/<form method="post" action="([^"]+)".*?<\/form>/gs);
  const [form = ''] = [...forms].find(([, one]) => action === undefined || one === action) ?? [];
  const fields = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, decoded(value)]));
}

function decoded(value: string): string {
  return value.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
