import { checkRichText } from '#src/core/rich-text.ts';
import { fault, type StoredFormat, sameJson } from './format.ts';

export const richText: StoredFormat = {
  column: 'jsonb',
  same: sameJson,
  parse: (given, field, { mayLink }) => {
    const checked = checkRichText(given, mayLink);
    if ('fault' in checked) return { faults: [checked.fault] };
    return checked.value === null && field.required ? fault('A value is needed.') : { value: checked.value };
  },
};
