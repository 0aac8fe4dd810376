import { parseStamp } from './fields.ts';
import { ImportRefusal } from './refusal.ts';
import type { Header } from './sale-record.ts';

const DISTRICT = /^\d{3}$/;

/** The layout, district and download time that the A record of a sales file tells. */
export function parseHeader(line: string): Header {
  const part = line.split(';');
  if (part[0] !== 'A') {
    throw new ImportRefusal(
      'wrong-type',
      1,
      `This is no file that is imported here: it begins with “${line.slice(0, 20)}”. Sales begin with “A;”, other files with their headings.`,
    );
  }
  const [, first = '', second = '', third = ''] = part;
  const untyped = parseStamp(second);
  if (untyped !== null && DISTRICT.test(first)) {
    return { layout: 'untyped', district_code: first, downloaded_at: untyped };
  }
  const stamp = parseStamp(third);
  if (stamp === null) {
    throw new ImportRefusal(
      'wrong-type',
      1,
      `The A record "${line.slice(0, 60)}" has no download time (CCYYMMDD HH:MM) where a sales file has it.`,
    );
  }
  if (first === 'RTSALEDATA' && DISTRICT.test(second)) {
    return { layout: 'current', district_code: second, downloaded_at: stamp };
  }
  if (first === '' || DISTRICT.test(first)) {
    return { layout: 'archive', district_code: first === '' ? null : first, downloaded_at: stamp };
  }
  throw new ImportRefusal(
    'wrong-type',
    1,
    `File type "${first}" is not imported here; sales files say RTSALEDATA and a district of three digits.`,
  );
}
