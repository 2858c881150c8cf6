/** Invisible characters: two addresses that differ only in them look the same. U+2800 is an empty Braille pattern. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Characters that no domain holds and that the parser of URLs would read as something else. */
const NO_DOMAIN = /[\s/\\?#:%@[\]]/;

/** Why a text is not an email address, as the end of a sentence. */
type EmailAddressFault = string;

/**
 * An email address in the form in which addresses are stored and compared: the domain in A-labels
 * (RFC 5890), as browsers send it, the local part in NFC and lower case (RFC 8265, section 3.3).
 * @returns the address, or the reason why it is not one
 */
export function normalizeEmailAddress(
  text: string,
): { address: string } | { fault: EmailAddressFault } {
  const trimmed = text.trim();
  const invisible = trimmed.match(INVISIBLE)?.[0];
  if (invisible !== undefined) {
    return { fault: `contains the invisible character ${codePoint(invisible)}. Remove it.` };
  }
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(at, 0));
  if (local === '' || /[\s@]/.test(local)) {
    return { fault: 'is not an email address. Write name@domain.' };
  }
  const domain = asciiDomain(trimmed.slice(at + 1));
  if (domain === undefined) {
    return { fault: 'has a domain that is none. Write one such as example.com.' };
  }
  return { address: `${comparable(local)}@${domain}` };
}

/**
 * The stored form of an address that a person typed or pasted. Drops invisible characters, which copying
 * adds.
 * @returns the text in lower case if it is not an address: no user has it
 */
export function emailAddressToFind(text: string): string {
  const visible = text.replaceAll(INVISIBLE, '');
  const found = normalizeEmailAddress(visible);
  return 'address' in found ? found.address : comparable(visible.trim());
}

/** The stored form of a part of an address. The text after an `@` is a domain. */
export function emailAddressPart(text: string): string {
  const [local = '', domain] = text.trim().split(/@(.*)/s);
  if (domain === undefined) return comparable(local);
  return `${comparable(local)}@${asciiDomain(domain) ?? comparable(domain)}`;
}

function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}

/** https://url.spec.whatwg.org/#concept-domain-to-ascii, as browsers convert what is typed. */
function asciiDomain(domain: string): string | undefined {
  if (domain === '' || NO_DOMAIN.test(domain)) return undefined;
  const url = URL.parse(`http://${domain}/`);
  return url?.hostname || undefined;
}

function codePoint(character: string): string {
  const digits = character.codePointAt(0)?.toString(16).toUpperCase() ?? '';
  return `U+${digits.padStart(4, '0')}`;
}
