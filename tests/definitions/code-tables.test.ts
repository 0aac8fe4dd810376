// The code tables against the specification's own words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#tests/support/database-server.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';
import { here } from './fixture.ts';

const text = readFileSync(join(here, 'specified-code-tables.md'), 'utf8');
const specification = knownAnswer('specification.md');
const present = areHere([specification], 'whether the specified code tables are those of the specification');

interface Code {
  readonly code: string;
  readonly label: string;
}

function table(id: string): readonly Code[] {
  const file = JSON.parse(readFileSync(join(root, `schemas/codes/${id}.json`), 'utf8')) as {
    readonly codes: readonly Code[];
  };
  return file.codes;
}

/** The words behind `- NAME: ` without the full stop, split at commas outside brackets. */
function line(name: string): readonly string[] {
  const found = new RegExp(`^- ${name}: (.+?)\\.?$`, 'm').exec(text)?.[1];
  if (!found) throw new Error(`The specification has no line "${name}".`);
  return found.split(/, (?![^(]*\))/);
}

const pairs = (codes: readonly Code[]) => codes.map(({ code, label }) => `${code} ${label}`.toLowerCase());

describe('code tables', () => {
  it.skipIf(!present)('are held against the specification’s own letters', () => {
    const own = text.split('\n').filter((line) => line.startsWith('- '));
    expect(own.length).toBeGreaterThan(15);
    expect(readFileSync(specification, 'utf8')).toContain(own.join('\n'));
  });

  for (const [name, id] of [
    ['Item type codes', 'itemType'],
    ['Improvement types', 'improvementType'],
    ['Benchmark property types', 'benchmarkPropertyType'],
    ['Summary maker append-to-prior', 'summaryAppend'],
    ['Answer types', 'answerType'],
    ['Benchmark types', 'benchmarkType'],
    ['Transmit status', 'transmitStatus'],
  ] as const)
    it(`have the codes and labels of "${name}"`, () => {
      expect(pairs(table(id))).toEqual(line(name).map((part) => part.toLowerCase()));
    });

  it('join answers in the six ways, and say what the two lists are', () => {
    const codes = table('summaryJoin');
    expect(codes.map(({ code }) => code)).toEqual(
      line('Summary maker join answers').map((part) => part.slice(0, 2)),
    );
    expect(codes.find(({ code }) => code === 'CA')?.label.toLowerCase()).toBe("comma list with 'and'");
    expect(codes.find(({ code }) => code === 'SA')?.label.toLowerCase()).toBe("semicolon list with 'and'");
  });

  it('have the subcategories of each property type', () => {
    const found = /^- Subcategories: (.+)$/m.exec(text)?.[1] ?? '';
    const wanted = [...found.matchAll(/\b[A-Z]{3} has ([^.]+)\./g)].flatMap(([, list]) =>
      (list ?? '').split(/, (?![^(]*\))/).map((part) => part.split(' ')[0]),
    );
    expect(wanted.length).toBeGreaterThan(30);
    // RO is the other of residential and of rural land, one code with one label.
    expect(table('subcategory').map(({ code }) => code)).toEqual([...new Set(wanted)]);
  });

  it('have the sources of sales, the conditions, the update tags and the presets in their order', () => {
    expect(table('saleSource').map(({ code }) => code)).toEqual(line('Sale sources'));
    expect(table('condition').map(({ label }) => label)).toEqual(line('Conditions'));
    expect(pairs(table('updateTag'))).toEqual(
      line('Update tags 1 to 21').map((tag, i) => `${i + 1} ${tag}`.toLowerCase()),
    );
    expect(table('dateRangePreset').map(({ label }) => label)).toEqual(line('Date range presets'));
    expect(table('rangeBand').map(({ label }) => label.replace('±', 'plus or minus '))).toEqual(
      line('Range bands').map((band) => band.replace('%', band.startsWith('over') ? '%' : '')),
    );
  });

  it('have a label for each step of the trend, decreases mirroring increases', () => {
    expect(text).toContain(
      '5 and 4 very strong increase, 3 strong, 2 moderate, 1 slight, 0 steady; negatives mirror these as decreases',
    );
    const words = ['steady', 'slight', 'moderate', 'strong', 'very strong', 'very strong'];
    expect(pairs(table('trend')).sort()).toEqual(
      [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]
        .map((step) => {
          const way = step === 0 ? '' : step > 0 ? ' increase' : ' decrease';
          return `${step} ${words[Math.abs(step)]}${way}`;
        })
        .sort(),
    );
  });

  it('list days 01 to 31 and months Jan to Dec', () => {
    const days = table('day').map(({ label }) => label);
    expect([days[0], days.at(-1), days.length]).toEqual(['01', '31', 31]);
    const months = table('month').map(({ label }) => label);
    expect([months[0], months.at(-1), months.length]).toEqual(['Jan', 'Dec', 12]);
  });
});
