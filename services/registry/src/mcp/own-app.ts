import { privateName } from '@app-platform/app-definition';
import type { InstallationStore } from '../installations/installation-store.ts';
import { type Assistant, ToolRefusal } from './tool.ts';

/** An assistant changes neither its own installation nor what it may do. @throws ToolRefusal */
export async function refuseOwnApp(
  { installations }: { installations: InstallationStore },
  { organizationId, clientId }: Assistant,
  app: string,
): Promise<void> {
  const [name = ''] = app.split('-', 1);
  const installed = await installations.list(organizationId);
  const own = installed.find((one) => one.clientId === clientId)?.name;
  if (own !== name && own !== privateName(name, organizationId)) return;
  throw new ToolRefusal(
    `${own} is the app of this assistant, which never changes its own installation.`,
    'Ask an administrator to change it in the console.',
  );
}
