import type { Person } from '#src/render/users.ts';

/** The people whose names hold every word of `words`. */
export function peopleNamed(
  people: readonly Person[],
  words: string,
  valuersOnly: boolean,
): readonly Person[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return people.filter(
    ({ full_name, valuer }) =>
      (valuer || !valuersOnly) && wanted.every((word) => full_name.toLowerCase().includes(word)),
  );
}
