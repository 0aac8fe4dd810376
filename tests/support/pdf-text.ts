// What a PDF of documents says, read from its bytes: streams are unpacked, glyphs led back by the font's own table.
import { inflateSync } from 'node:zlib';

interface Part {
  readonly head: string;
  readonly content: string;
}

function partsOf(bytes: Buffer): ReadonlyMap<number, Part> {
  const file = bytes.toString('latin1');
  const parts = new Map<number, Part>();
  for (const found of file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)) {
    const [, number = '', body = ''] = found;
    const [head = '', packed] = body.split(/\nstream\n/);
    const content =
      packed === undefined || !head.includes('/FlateDecode')
        ? ''
        : inflateSync(Buffer.from(packed.replace(/\nendstream$/, ''), 'latin1')).toString('latin1');
    parts.set(Number(number), { head, content });
  }
  return parts;
}

const unhex = (code: string) => Buffer.from(code, 'hex').swap16().toString('utf16le');

/** Text by glyph. */
function glyphsOf(map: string): ReadonlyMap<number, string> {
  const glyphs = new Map<number, string>();
  for (const [, from = '', listed = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g))
    [...listed.matchAll(/<([^>]*)>/g)].forEach(([, code = ''], i) => {
      glyphs.set(Number.parseInt(from, 16) + i, unhex(code.replaceAll(' ', '')));
    });
  return glyphs;
}

/** The words as they are drawn, line by line. */
export function pdfText(bytes: Buffer): string {
  const parts = partsOf(bytes);
  const fonts = new Map<string, ReadonlyMap<number, string>>();
  for (const { head } of parts.values())
    for (const [, name = '', number = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(parts.get(Number(number))?.head ?? '')?.[1];
      fonts.set(name, glyphsOf(parts.get(Number(map))?.content ?? ''));
    }
  let text = '';
  for (const { content } of parts.values()) {
    let font = '';
    for (const [, name, drawn] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) font = name;
      const codes = [...(drawn ?? '').matchAll(/<(\w+)>/g)].map(([, code = '']) => code).join('');
      for (const [code] of codes.matchAll(/\w{4}/g))
        text += fonts.get(font)?.get(Number.parseInt(code, 16)) ?? '?';
      if (drawn !== undefined) text += '\n';
    }
  }
  return text;
}
