import { describe, expect, it } from 'vitest';
import { mayLink } from './href.ts';
import { checkRichText, cleanText } from './rich-text.ts';
import { richTextOf, richTextPlain } from './rich-text-plain.ts';

const rule = {
  routes: [
    { route: '/prop/:id', alias: [], access: 'auth', params: [{ id: 'id', in: 'route', type: 'integer' }] },
    { route: '/app/logout', alias: ['/logout'], access: 'app', params: [] },
  ],
  hosts: ['maps.example.org', '*.nsw.gov.au'],
} as const;
const links = (href: string) => mayLink(href, rule);
const check = (value: unknown) => checkRichText(value, links);
const one = (block: object) => ({ blocks: [{ text: 'Sandy loam', type: 'p', ...block }] });

describe('formatted text', () => {
  it('is kept in one form: members and ranges in order, neighbours of one style joined', () => {
    const given = {
      blocks: [
        {
          type: 'ul',
          styles: [
            { style: 'italic', from: 4, to: 6 },
            { style: 'bold', to: 9, from: 5 },
            { style: 'bold', from: 0, to: 5 },
          ],
          indent: 60,
          links: [{ href: '/prop/7', from: 0, to: 5 }],
          text: 'Sandy loam',
        },
        { text: '', type: 'p', styles: [], links: [], indent: 0 },
      ],
    };
    const before = structuredClone(given);
    const checked = check(given);
    expect(JSON.stringify('value' in checked ? checked.value : checked)).toBe(
      '{"blocks":[{"text":"Sandy loam","type":"ul","links":[{"to":5,"from":0,"href":"/prop/7"}],"indent":60,' +
        '"styles":[{"to":9,"from":0,"style":"bold"},{"to":6,"from":4,"style":"italic"}]},{"text":"","type":"p"}]}',
    );
    expect(given).toEqual(before);
  });

  it.each([[null], [undefined], [{ blocks: [] }], [{ blocks: [{ text: ' \n', type: 'p' }] }]])(
    'is nothing where it says nothing: %j',
    (value) => {
      expect(check(value)).toEqual({ value: null });
    },
  );

  it.each([
    ['plain', ''],
    [[], ''],
    [{ blocks: 'x' }, '/blocks'],
    [{ blocks: [], html: '<b>' }, '/html'],
    [{ blocks: [null] }, '/blocks/0'],
    [one({ text: 7 }), '/blocks/0/text'],
    [one({ text: 'a\u0000b' }), '/blocks/0/text'],
    [one({ text: 'half \ud83d' }), '/blocks/0/text'],
    [one({ type: 'atomic' }), '/blocks/0/type'],
    [one({ type: '<script>' }), '/blocks/0/type'],
    [one({ indent: 15 }), '/blocks/0/indent'],
    [one({ indent: 240 }), '/blocks/0/indent'],
    [one({ indent: -30 }), '/blocks/0/indent'],
    [one({ indent: '30' }), '/blocks/0/indent'],
    [one({ data: {} }), '/blocks/0/data'],
    [one({ styles: [{ from: 0, to: 99, style: 'bold' }] }), '/blocks/0/styles/0'],
    [one({ styles: [{ from: 3, to: 3, style: 'bold' }] }), '/blocks/0/styles/0'],
    [one({ styles: [{ from: 0.5, to: 3, style: 'bold' }] }), '/blocks/0/styles/0'],
    [one({ styles: [{ from: 0, to: 3, style: 'color:red' }] }), '/blocks/0/styles/0/style'],
    [one({ links: [{ from: 0, to: 3, href: 'javascript:alert(1)' }] }), '/blocks/0/links/0/href'],
    [one({ links: [{ from: 0, to: 3, href: '//evil.example' }] }), '/blocks/0/links/0/href'],
    [one({ links: [{ from: 0, to: 3, href: 7 }] }), '/blocks/0/links/0/href'],
    [
      one({
        links: [
          { from: 0, to: 5, href: '/prop/7' },
          { from: 4, to: 6, href: '/prop/8' },
        ],
      }),
      '/blocks/0/links',
    ],
    [{ blocks: Array.from({ length: 2_001 }, () => ({ text: 'x', type: 'p' })) }, '/blocks'],
    [{ blocks: Array.from({ length: 3 }, () => ({ text: 'x'.repeat(40_000), type: 'p' })) }, '/blocks'],
  ])('is refused with its place when it is anything else: case %#', (value, pointer) => {
    expect(check(value)).toMatchObject({ fault: { pointer } });
  });

  it('cleans what may not be stored out of a text', () => {
    expect(cleanText('a\r\nb\rc\u0000\u000b\t\ud83c\udfe0\ud83d')).toBe('a\nb\nc\t\ud83c\udfe0');
  });

  it('reads as plain text, items with their marks, each list counted from one', () => {
    const item = (text: string, type: string) => ({ text, type });
    const rich = {
      blocks: [
        item('One', 'ol'),
        item('Two', 'ol'),
        item('Then', 'p'),
        item('Again', 'ol'),
        item('Point', 'ul'),
      ],
    };
    expect(richTextPlain(rich)).toBe('1. One\n2. Two\nThen\n1. Again\n• Point');
    expect(richTextPlain(richTextOf('Two\nlines'))).toBe('Two\nlines');
    expect([richTextPlain(null), richTextPlain('x'), richTextPlain({ blocks: [7] })]).toEqual(['', '', '']);
  });
});

describe('the rule for links', () => {
  it.each([
    '/prop/7',
    '/prop/7?tab=values#top',
    'https://maps.example.org',
    'https://maps.example.org/a/b?c=d#e',
    'https://nsw.gov.au/x',
    'https://www.planningportal.nsw.gov.au/',
  ])('lets pass %s', (href) => {
    expect(links(href)).toBe(true);
  });

  it.each([
    '',
    'prop/7',
    '//maps.example.org',
    '/\\maps.example.org',
    '/prop/x',
    '/nowhere',
    '/app/logout',
    '/logout',
    '/logout/?x#y',
    '/%6cogout',
    '/prop/7 onclick=x',
    'http://maps.example.org/',
    'https://maps.example.org.evil.example/',
    'https://evilnsw.gov.au/',
    'https://maps.example.org@evil.example/',
    'https://evil.example/https://maps.example.org',
    'https://maps.example.org:8443/',
    'https://MAPS.example.org/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'https:/maps.example.org',
    `/prop/7?${'x'.repeat(2_000)}`,
  ])('refuses %j', (href) => {
    expect(links(href)).toBe(false);
  });
});
