import { attributeDataType, namespacedAttribute } from '@app-platform/app-definition';
import { directoryTexts } from '../texts/directory.ts';
import type { App } from './queries.ts';

/** The attributes that an app adds to standard Klasses, under the names that they get. */
export function AppAttributes({ app }: { app: App }) {
  const attributes = attributesOf(app);
  if (attributes.length === 0) return null;
  return (
    <section>
      <h2>{directoryTexts.attributes}</h2>
      <ul>
        {attributes.map(({ klass, name, displayName, type }) => (
          <li key={`${klass} ${name}`}>
            {displayName}
            <br />
            <span className="muted">
              {klass} <code>{name}</code> {type}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function attributesOf({ klasses = [], identifier }: App) {
  return klasses.flatMap(({ name: klass, metadata }) => {
    if (!metadata?.standard) return [];
    const properties = Object.entries(
      (metadata.properties ?? {}) as Record<string, { displayName?: string }>,
    );
    return properties.map(([attribute, { displayName }]) => ({
      klass,
      name: namespacedAttribute(identifier, attribute),
      displayName: displayName ?? attribute,
      type: attributeDataType(attribute),
    }));
  });
}
