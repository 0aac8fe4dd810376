import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ImportRefusal } from '#server/import/refusal.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';
import { parseText, psiText, saleLine } from './psi-text.ts';

const SAMPLES = knownAnswer('data/psi/samples');
const present = areHere([SAMPLES], 'sample files (KA6)');

async function refusal(text: string | Buffer): Promise<ImportRefusal> {
  return parseText(text).then(
    () => {
      throw new Error('The file was taken.');
    },
    (error: ImportRefusal) => error,
  );
}

describe('a sales file', () => {
  it('is read with its header, sales and counts', async () => {
    const parsed = await parseText(
      psiText([
        saleLine(),
        'C;001;4000001;1;20220110 02:02;1/SP11478;',
        'D;001;4000001;1;20220110 02:02;P;;;;;;',
        'D;001;4000001;1;20220110 02:02;V;;;;;;',
      ]),
    );
    expect(parsed.header).toEqual({
      layout: 'current',
      district_code: '001',
      downloaded_at: '2022-01-10 02:01',
    });
    expect(parsed.counts).toEqual({ total: 6, b: 1, c: 1, d: 2 });
    expect(parsed.sales[0]).toMatchObject({
      line_no: 2,
      property_id: 4000001,
      house_number: '7',
      area: 600.5,
      area_unit: 'M',
      contract_date: '2021-12-24',
      purchase_price: 500000,
      interest_pct: 100,
      dealing_number: 'AR100001',
      legal_description: '1/SP11478',
      findings: [],
    });
  });

  it('joins several C records without a space, ends kept', async () => {
    const c = (text: string) => `C;001;4000001;1;20220110 02:02;${text};`;
    const parsed = await parseText(
      psiText([saleLine(), c('5, 8/16/759103 Enclosure Per'), c('mit 30750'), c(' x; y')]),
    );
    expect(parsed.sales[0]?.legal_description).toBe('5, 8/16/759103 Enclosure Permit 30750 x; y');
  });

  it('keeps square metres of hectares exact', async () => {
    const parsed = await parseText(psiText([saleLine({ area: '973.597', areaType: 'H' })]));
    expect(parsed.sales[0]).toMatchObject({ area: 9735970, area_unit: 'H' });
  });

  it('takes C and D lines that lost their blank property id', async () => {
    const parsed = await parseText(
      psiText(
        [
          saleLine({ pid: '', counter: '408' }),
          'C;001;408;20010720 09:51;2//SP 65444;',
          'D;001;;408;20010720 09:51;P;;;;;;',
          'D;001;408;20010720 09:51;V;P;;;;;',
        ],
        '20010720 09:50',
      ),
    );
    expect(parsed.sales[0]).toMatchObject({ property_id: null, legal_description: '2//SP 65444' });
    expect(parsed.sales[0]?.findings.map((finding) => finding.code)).toEqual(
      expect.arrayContaining(['property-blank', 'shifted-line']),
    );
  });

  it('drops owner names, and keeps them where the setting says so', async () => {
    const text = psiText([
      saleLine(),
      'D;001;4000001;1;20220110 02:02;P;MUSTER;ANNA;;;;',
      'D;001;4000001;1;20220110 02:02;V;MUSTER PTY LTD;;;;;N;',
    ]);
    expect((await parseText(text)).sales[0]).toMatchObject({ vendors: [], purchasers: [] });
    expect((await parseText(text, true)).sales[0]).toMatchObject({
      vendors: ['MUSTER PTY LTD'],
      purchasers: ['MUSTER ANNA'],
    });
  });

  it('takes carriage returns', async () => {
    expect((await parseText(psiText([saleLine()]).replaceAll('\n', '\r\n'))).sales).toHaveLength(1);
  });
});

describe('a file that is not trustworthy', () => {
  const good = psiText([saleLine(), saleLine({ pid: '4000002', counter: '2' })]);

  it.each([
    ['a wrong B count', good.replace('Z;4;2;', 'Z;4;3;'), 'trailer-counts', 4, 'says 3 B records, found 2'],
    ['a wrong total', good.replace('Z;4;2;', 'Z;5;2;'), 'trailer-counts', 4, '5 records in all, found 4'],
    ['a blank count', good.replace('Z;4;2;0;0;', 'Z;4;2;;0;'), 'trailer-counts', 4, 'C records'],
    ['no trailer', good.slice(0, good.indexOf('Z;')), 'trailer-missing', 3, 'without its trailer'],
    ['a cut line', good.slice(0, good.indexOf('CESSNOCK')), 'wrong-field-count', 2, 'fields'],
    [
      'text behind the trailer',
      `${good}A;RTSALEDATA;001;20220110 02:01;VALNET;\n`,
      'after-trailer',
      5,
      'trailer',
    ],
    ['another type of file', 'PK\u0003\u0004 zip', 'not-ascii', 1, '0x03'],
    ['a CSV', 'name,price\n1,2\n', 'wrong-type', 1, 'Sales begin with “A;”'],
    ['another file type in A', good.replace('RTSALEDATA', 'SUPPDATA'), 'wrong-type', 1, 'SUPPDATA'],
    ['no text', '', 'empty-file', 0, 'empty'],
    ['blank lines only', '\n\n', 'empty-file', 0, 'no line'],
    ['UTF-8 accents', good.replace('KENNETH', 'KÉNNETH'), 'not-ascii', 2, 'Latin-1 or UTF-8'],
    ['Latin-1 accents', Buffer.from(good.replace('KENNETH', 'KÉNNETH'), 'latin1'), 'not-ascii', 2, '0xC9'],
    ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), 'not-ascii', 1, 'UTF-16'],
    ['a line of 300 KB', good.replace('KENNETH', 'K'.repeat(300_000)), 'line-too-long', 2, '8192'],
    ['a price in words', good.replace('500000', 'HALF A M'), 'bad-value', 2, 'Purchase price "HALF A M"'],
    ['a negative price', good.replace('500000', '-5'), 'bad-value', 2, 'Purchase price'],
    ['a blank price', good.replace('500000', ''), 'bad-value', 2, 'blank'],
    ['an unknown record', good.replace('B;001;4000002', 'X;001;4000002'), 'unknown-record', 3, '"X;001'],
    ['an interest over 100', good.replace(';0;AR', ';101;AR'), 'bad-value', 2, 'Interest "101"'],
    ['an area of letters', good.replace('600.5', '6OO'), 'bad-value', 2, 'Area "6OO"'],
    ['an orphan C', psiText([saleLine(), 'C;001;4000001;9;20220110 02:02;1/2;']), 'orphan-line', 3, '"9"'],
  ] as const)('is refused with its line: %s', async (_name, text, code, line, says) => {
    const error = await refusal(text as string | Buffer);
    expect(error).toMatchObject({ name: 'ImportRefusal', code, line });
    expect(error.of('week.DAT').message).toContain(line > 0 ? `week.DAT:${line}: ` : 'week.DAT: ');
    expect(error.message).toContain(says);
  });
});

describe('the layouts in circulation', () => {
  const read = (name: string) => readFileSync(`${SAMPLES}/${name}`);

  it.skipIf(!present)('are read: the archive 1990 to 2001', async () => {
    const parsed = await parseText(read('akst_ps_1990_fake.dat'));
    expect(parsed.header).toMatchObject({ layout: 'archive', district_code: null });
    expect(parsed.sales).toHaveLength(4);
    expect(parsed.sales[0]).toMatchObject({
      district_code: '011',
      property_id: 292674,
      contract_date: '1990-11-20',
      purchase_price: 14500,
      area: 2365,
      zone_code: 'A',
      legal_description: 'LOT 7 SEC 22 DP 758003, LOT 8 SEC 22 DP 758003.',
    });
    expect(parsed.sales[2]).toMatchObject({ property_id: null, valuation_number: '147010000000' });
  });

  it.skipIf(!present)(
    'are read: 2001, 2004 and 2011 without a file type, and the 13-field D of August 2021',
    async () => {
      const sizes = await Promise.all(
        [
          'akst_ps_2001_20010720_2.dat',
          'akst_ps_2004_20040916.dat',
          'akst_ps_2011_20111003.dat',
          'akst_ps_2021_20210823.dat',
        ].map(async (name) => {
          const parsed = await parseText(read(name));
          return [parsed.header.layout, parsed.sales.length];
        }),
      );
      expect(sizes).toEqual([
        ['untyped', 334],
        ['untyped', 1],
        ['untyped', 1],
        ['current', 1],
      ]);
    },
  );

  it.skipIf(!present)('are refused where the sample is cut off from its trailer (KA6)', async () => {
    expect(await refusal(read('akst_ps_2001_20010720.dat'))).toMatchObject({
      code: 'trailer-counts',
      line: 58,
    });
  });

  it.skipIf(!present)('have true trailers in the samples of today (KA6)', async () => {
    const names = readdirSync(SAMPLES).filter((name) => name.endsWith('.DAT'));
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const text = read(name).toString('latin1');
      const parsed = await parseText(text);
      expect(parsed.counts.b).toBe(parsed.sales.length);
      const corrupted = text.replace(/Z;(\d+);/, (_, total) => `Z;${Number(total) + 1};`);
      expect(await refusal(corrupted)).toMatchObject({ code: 'trailer-counts', line: parsed.counts.total });
    }
  });
});
