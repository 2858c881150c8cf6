import './value.css';
import { useState } from 'react';
import { Breakable } from './breakable.tsx';
import { elementTexts } from './texts.ts';

/** A longer text is shortened to this. */
const MOST_CHARACTERS = 160;

type ValueProps = {
  value: unknown;
  /** The value is the address of a picture. */
  isPicture?: boolean;
};

/** A value of a definition or of an event: a picture as a picture, a long text shortened. */
export function Value({ value, isPicture = false }: ValueProps) {
  if (value === undefined || value === null || value === '') {
    return (
      <span className="muted">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{elementTexts.noValue}</span>
      </span>
    );
  }
  if (typeof value !== 'string') return <LongText text={jsonOf(value)} isCode />;
  const type = /^data:image\/([a-z]+)/.exec(value)?.[1];
  if (type) return <Picture address={value} about={elementTexts.picture(type, value.length)} />;
  if (isPicture) return <Picture address={value} about={value} />;
  return <LongText text={value} />;
}

function Picture({ address, about }: { address: string; about: string }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <figure className="value-picture">
      {isAllowedPicture(address) && !isBroken && (
        <img
          src={address}
          alt={elementTexts.pictureHere}
          referrerPolicy="no-referrer"
          onError={() => setIsBroken(true)}
        />
      )}
      <figcaption className="secondary">
        <LongText text={about} />
      </figcaption>
    </figure>
  );
}

/** All of it is in the document once the person asks for it. */
function LongText({ text, isCode = false }: { text: string; isCode?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const Text = isCode ? 'code' : 'span';
  if (text.length <= MOST_CHARACTERS) {
    return (
      <Text className="as-written">
        <Breakable text={text} />
      </Text>
    );
  }
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {!isOpen && <Text className="as-written">{text.slice(0, MOST_CHARACTERS)}… </Text>}
        <span className="show-all">
          {isOpen ? elementTexts.showLess : elementTexts.showAll(text.length)}
        </span>
      </summary>
      {isOpen && <Text className="as-written whole-value">{text}</Text>}
    </details>
  );
}

/** Pictures within are as long as everything else together. */
function jsonOf(value: unknown): string {
  const shortened = (_name: string, member: unknown) =>
    typeof member === 'string' && member.startsWith('data:') ? `${member.slice(0, 30)}…` : member;
  return JSON.stringify(value, shortened, 2) ?? '';
}

/** Whether the policy of the console's pages lets a picture load. The browser complains of any other. */
export function isAllowedPicture(address: string): boolean {
  if (!URL.canParse(address, location.href)) return false;
  const { protocol, origin } = new URL(address, location.href);
  return protocol === 'https:' || protocol === 'data:' || origin === location.origin;
}
