import type { PsiFile } from '#server/import/parse-psi.ts';
import { parsePsi } from '#server/import/parse-psi.ts';
import type { SaleRecord } from '#server/import/sale-record.ts';

/** A sales file of today's layout around the given B, C and D lines, with a true trailer. */
export function psiText(lines: readonly string[], stamp = '20220110 02:01', district = '001'): string {
  const count = (type: string) => lines.filter((line) => line.startsWith(`${type};`)).length;
  return [
    `A;RTSALEDATA;${district};${stamp};VALNET;`,
    ...lines,
    `Z;${lines.length + 2};${count('B')};${count('C')};${count('D')};`,
    '',
  ].join('\n');
}

export interface SaleLine {
  readonly pid?: string;
  readonly counter?: string;
  readonly stamp?: string;
  readonly house?: string;
  readonly street?: string;
  readonly area?: string;
  readonly areaType?: string;
  readonly contract?: string;
  readonly settlement?: string;
  readonly price?: string;
  readonly zone?: string;
  readonly nature?: string;
  readonly purpose?: string;
  readonly lot?: string;
  readonly component?: string;
  readonly code?: string;
  readonly interest?: string;
  readonly dealing?: string;
}

/** One B line; what a test does not name is an ordinary house in Cessnock. */
export function saleLine(sale: SaleLine = {}, district = '001'): string {
  return [
    'B',
    district,
    sale.pid ?? '4000001',
    sale.counter ?? '1',
    sale.stamp ?? '20220110 02:02',
    '',
    '',
    sale.house ?? '7',
    sale.street ?? 'KENNETH ST',
    'CESSNOCK',
    '2325',
    sale.area ?? '600.5',
    sale.areaType ?? 'M',
    sale.contract ?? '20211224',
    sale.settlement ?? '20220105',
    sale.price ?? '500000',
    sale.zone ?? 'R2',
    sale.nature ?? 'R',
    sale.purpose ?? 'RESIDENCE',
    sale.lot ?? '',
    sale.component ?? 'AAP',
    sale.code ?? '',
    sale.interest ?? '0',
    sale.dealing ?? 'AR100001',
    '',
  ].join(';');
}

export interface Parsed extends PsiFile {
  readonly sales: readonly SaleRecord[];
}

export async function parseText(text: string | Buffer, keepOwnerNames = false): Promise<Parsed> {
  const sales: SaleRecord[] = [];
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  const file = parsePsi(bytes, { keepOwnerNames }, (sale) => sales.push(sale));
  return { ...file, sales };
}
