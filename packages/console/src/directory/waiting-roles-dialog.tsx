import { unwrap } from '@app-platform/client/source';
import { registry } from '../api/clients.ts';
import { useFormInput } from '../api/form-input.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { waitingRolesTexts } from '../texts/directory.ts';
import type { App, Installation } from './queries.ts';

type Props = { app: App; installation: Installation; onClose: () => void };

/** Decides about the roles that an upgrade asks for. Those that are not chosen are refused. */
export function WaitingRolesDialog({ app, installation, onClose }: Props) {
  const { waitingRoles } = installation;
  const { input, change, forget } = useFormInput(`roles of ${app.name}`, {
    allowed: waitingRoles,
  });
  const finish = () => {
    forget();
    onClose();
  };
  const decision = useChange(['apps'], () => decide(installation, input.allowed), finish);
  const choose = (role: string, isAllowed: boolean) => {
    const others = input.allowed.filter((one) => one !== role);
    change({ allowed: isAllowed ? [...others, role] : others });
  };
  return (
    <ActionDialog
      title={waitingRolesTexts.title(app.title)}
      action={waitingRolesTexts.decide}
      state={decision}
      onAction={() => decision.mutate()}
      onClose={finish}
    >
      <fieldset className="role-decision">
        <legend>{waitingRolesTexts.explanation}</legend>
        {waitingRoles.map((role) => (
          <label key={role}>
            <input
              type="checkbox"
              checked={input.allowed.includes(role)}
              onChange={(event) => choose(role, event.target.checked)}
            />{' '}
            <code>{role}</code>
          </label>
        ))}
      </fieldset>
    </ActionDialog>
  );
}

function decide({ name, visibility, roles }: Installation, allowed: string[]) {
  const params = { path: { name }, query: { visibility } };
  const body = { roles: [...(roles ?? []).map(String), ...allowed] };
  return unwrap(registry.POST('/v1/apps/installed/{name}/roles', { params, body }));
}
