import { describe, expect, it } from 'vitest';
import { richParagraphs } from './paper-rich-text.ts';

describe('formatted text on paper', () => {
  it('is a paragraph a block, each run with its looks, items with their marks', () => {
    const blocks = [
      {
        text: 'Steady, not flat',
        type: 'p',
        styles: [
          { from: 0, to: 6, style: 'bold' },
          { from: 3, to: 11, style: 'italic' },
          { from: 12, to: 16, style: 'underline' },
        ],
      },
      { text: 'Creek', type: 'ul', indent: 60 },
      { text: 'One', type: 'ol' },
      { text: 'Two', type: 'ol' },
      { text: 'Between', type: 'p' },
      { text: 'One again', type: 'ol' },
    ];
    expect(richParagraphs({ blocks })).toEqual([
      {
        kind: 'paragraph',
        runs: [
          { text: 'Ste', bold: true },
          { text: 'ady', bold: true, italic: true },
          { text: ', not', bold: false, italic: true },
          { text: ' ', bold: false },
          { text: 'flat', bold: false, underline: true },
        ],
      },
      { kind: 'paragraph', runs: [{ text: 'Creek', bold: false }], indent: 2, mark: '•' },
      { kind: 'paragraph', runs: [{ text: 'One', bold: false }], mark: '1.' },
      { kind: 'paragraph', runs: [{ text: 'Two', bold: false }], mark: '2.' },
      { kind: 'paragraph', runs: [{ text: 'Between', bold: false }] },
      { kind: 'paragraph', runs: [{ text: 'One again', bold: false }], mark: '1.' },
    ]);
  });

  it('is nothing where there is no formatted text', () => {
    for (const value of [null, 'text', { blocks: [{ text: ' ', type: 'p' }] }])
      expect(richParagraphs(value)).toEqual([]);
  });
});
