// What a result that a figure led to says of each of its records, beside the record's own fields.
import type { LinkedField } from './linked.ts';
import { awayField } from './place.ts';

const common = { unit: null, codes: null, list: null, unitField: null } as const;

/** How far a row is from the median of the rows behind the figure. */
export const distanceField: LinkedField = {
  ...common,
  id: 'figure_distance',
  title: 'From the median',
  type: 'number',
  format: 'ratio',
  description:
    'How far the record’s ratio is from the median ratio of all that stand behind the figure. The COD is the mean of these distances as a percentage of that median.',
};

/** Whether a row stands in the middle of the rows behind a median. */
export const middleField: LinkedField = {
  ...common,
  id: 'figure_middle',
  title: 'In the middle',
  type: 'boolean',
  format: 'boolean',
  description:
    'Of an odd number of records the one in the middle is the median; of an even number it lies between the two.',
};

/** All that a result may say of its records beside their own fields. */
export const besideFields: ReadonlySet<string> = new Set([distanceField.id, middleField.id, awayField.id]);

/**
 * How a result is sorted where nobody has chosen an order: furthest from the median, or nearest to the place. Whoever
 * asks for it does not know yet which of these the result has, so what it does not have is passed over.
 */
export const besideOrder: readonly string[] = [`-${distanceField.id}`, awayField.id];
