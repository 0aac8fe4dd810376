import { isJsonObject } from '#src/core/values.ts';
import { fault, type StoredFormat, sameJson } from './format.ts';

const mostMembers = 50;
const longestText = 2_000;
const mostEntries = 100;

function isScalar(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= longestText;
  return value === null || typeof value === 'boolean' || Number.isFinite(value);
}

/** Named values in one jsonb column, of which each record has its own; none is an empty object. */
export const members: StoredFormat = {
  column: 'jsonb',
  same: sameJson,
  parse: (given, field) => {
    const value = given === null || given === '' ? {} : given;
    if (!isJsonObject(value)) return fault('Values with names are needed.');
    const entries = Object.entries(value);
    if (entries.length === 0 && field.required) return fault('A value is needed.');
    if (entries.length > mostMembers) return fault(`At most ${mostMembers} values are accepted.`);
    for (const [name, inner] of entries) {
      if (!/^[a-zA-Z][a-zA-Z0-9_]{0,62}$/.test(name))
        return fault(`"${name.slice(0, 80)}" is no name. A letter begins it, letters, digits and _ follow.`);
      if (!(Array.isArray(inner) ? inner.length <= mostEntries && inner.every(isScalar) : isScalar(inner)))
        return {
          faults: [
            {
              pointer: `/${name}`,
              message: `A text of at most ${longestText} characters, a number, true or false, or a list of these is needed.`,
            },
          ],
        };
    }
    return { value };
  },
};
