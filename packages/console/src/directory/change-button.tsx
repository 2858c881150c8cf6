import { useNavigate } from '@tanstack/react-router';
import type { Change } from './changes.ts';

/** Opens the dialog of a change. */
export function ChangeButton(props: { change: Change; text: string; isQuiet?: boolean }) {
  const navigate = useNavigate({ from: '/apps/$name' });
  const open = () => {
    const { change } = props;
    void navigate({ search: (before) => ({ ...before, change }), resetScroll: false });
  };
  return (
    <button className={props.isQuiet ? 'button quiet' : 'button'} type="button" onClick={open}>
      {props.text}
    </button>
  );
}
