import type { ComponentProps } from 'react';

type ButtonProps = ComponentProps<'button'> & {
  look?: 'quiet' | 'danger' | undefined;
  /** Its action is under way: clicks are ignored. It keeps the focus, unlike a disabled button. */
  isPending?: boolean;
};

export function Button({ look, isPending = false, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look ? `button ${look}` : 'button'}
      aria-disabled={isPending || undefined}
      onClick={isPending ? undefined : onClick}
    />
  );
}
