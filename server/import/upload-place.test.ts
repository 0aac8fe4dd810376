import { expect, it } from 'vitest';
import type { Definitions } from '../definitions/definitions.ts';
import { uploadPlace } from './upload-place.ts';

const upload = (more: object) => ({ type: 'upload', operation: 'import.upload', ...more });
const screens = new Map(
  Object.entries({
    any: { title: 'Import files', blocks: [{ type: 'columns', blocks: [upload({})] }] },
    own: { title: 'Import Crown data', blocks: [upload({ title: 'Tenures', query: { kind: 'tenures' } })] },
    late: { title: 'Import again', blocks: [upload({})] },
    asked: { title: 'Exceptions', buttons: [{ on: [{ blocks: [upload({ operation: 'vat.upload' })] }] }] },
  }).map(([id, screen]) => [id, { id, screen }]),
) as unknown as Definitions['screens'];

it.each([
  ['import.upload', 'tenures', '“Tenures” on the page “Import Crown data”'],
  ['import.upload', 'supps', 'the page “Import files”'],
  ['vat.upload', null, 'the page “Exceptions”'],
  ['photo.upload', null, null],
])('a file that %s takes (%s) goes where the screens say it', (operation, kind, place) => {
  expect(uploadPlace({ screens }, operation, kind)).toBe(place);
});
