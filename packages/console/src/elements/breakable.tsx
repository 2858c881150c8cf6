import { Fragment } from 'react';

/** An address or a name with dots: where it is longer than its line it breaks behind a dot or an at sign. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
