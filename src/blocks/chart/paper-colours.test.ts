// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { coloursFor, recolour } from './paper-colours.ts';

it('gives each colour of a theme the one in its place, shades between two none, and takes all back', () => {
  const dark = {
    signals: { bad: '#fa999c' },
    config: { range: ['#56b4e9', '#2c3e57'], axis: { font: 'serif', size: 11 } },
  };
  const light = {
    signals: { bad: '#ac2f33' },
    config: { range: ['#0072b2', '#dce8f8'], axis: { font: 'serif', size: 11 } },
  };
  const colours = coloursFor(dark, light);
  expect([...colours]).toEqual([
    ['#fa999c', '#ac2f33'],
    ['#56b4e9', '#0072b2'],
    ['#2c3e57', '#dce8f8'],
  ]);
  const drawing = document.createElement('div');
  const marks =
    '<svg><path fill="#56b4e9" stroke="#fa999c"></path><rect fill="rgb(65, 121, 160)"></rect><g fill="none"></g></svg>';
  drawing.innerHTML = marks;
  const back = recolour(drawing, colours);
  expect(drawing.innerHTML).toBe(
    '<svg><path fill="#0072b2" stroke="#ac2f33"></path><rect fill="rgb(65, 121, 160)"></rect><g fill="none"></g></svg>',
  );
  back();
  expect(drawing.innerHTML).toBe(marks);
});
