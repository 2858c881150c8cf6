/** Replaces the API calls in the registry's advice with the commands that do the same. */
export function adviseCommands(detail: string): string {
  return detail
    .replace(
      /\bPOST \/v1\/apps\/installed (\{.*?\})/g,
      (call, body) => installCommand(body) ?? call,
    )
    .replace(
      /\bPOST \/v1\/apps\/installed\/(\w+)\/roles\b/g,
      'apps install $1 --roles <every role that it is to have>',
    )
    .replace(/\bPOST \/v1\/apps\/plan\b/g, 'apps plan')
    .replace(/\bPOST \/v1\/apps\/available\/([\w.+-]+)\/yank\b/g, 'apps yank $1')
    .replace(/\bPOST \/v1\/apps\/available\/(\w+)\/secret\b/g, 'apps secret rotate $1')
    .replace(/\bPOST \/v1\/apps\/available\/\{app\}\/secret\b/g, 'apps secret rotate <app>')
    .replace(/\bPUT \/v1\/apps\/drafts\/\w+/g, 'apps dev')
    .replace(/\bDELETE \/v1\/apps\/transfers\/(\w+)/g, 'apps transfer $1 --withdraw')
    .replace(/"withDependencies": true/g, '--with-dependencies')
    .replace(
      /: GET \/v1\/apps\/available\/\{name\}/g,
      ', as the console shows it under My apps, or apps secret rotate <app>',
    )
    .replace(/\bGET \/v1\/apps\/(?:installed(?=\.)|available\?owner=own\b)/g, 'apps list')
    .replace(/\bGET \/v1\/apps\/available\/(\w+)\/versions\b/g, 'apps versions $1');
}

/** @param body of the call, as JSON */
function installCommand(body: string): string | undefined {
  const { app, visibility, ...more } = JSON.parse(body) as Record<string, unknown>;
  if (typeof app !== 'string' || Object.keys(more).length > 0) return undefined;
  return `apps install ${app}${visibility ? ` --visibility ${visibility}` : ''}`;
}
