import { type ScalarFormat, sameJson } from './format.ts';

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

export const datetime: ScalarFormat = {
  column: 'timestamptz',
  fault: (value) => (isMoment(value) ? null : 'A moment in ISO form is needed.'),
  // One moment has many texts: the database answers +00:00, a client sends Z.
  same: (stored, given) =>
    isMoment(stored) && isMoment(given) ? Date.parse(stored) === Date.parse(given) : sameJson(stored, given),
};
