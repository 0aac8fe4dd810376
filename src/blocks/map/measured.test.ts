import { expect, it } from 'vitest';
import { worldPoint } from '#src/core/mercator.ts';
import { areaText, lengthText, measuredText } from './measured.ts';

it('lengths are in metres, long ones in kilometres; areas in square metres and hectares', () => {
  expect(lengthText(849.6)).toBe('850 m');
  expect(lengthText(9_999)).toBe('9,999 m');
  expect(lengthText(12_350)).toBe('12.4 km');
  expect(areaText(12_340)).toBe('12,340 m² (1.234 ha)');
});

it('what is measured has an area from three points on', () => {
  const points = [worldPoint(0, 151), worldPoint(0, 151.001), worldPoint(0.001, 151.001)];
  expect(measuredText(points.slice(0, 1))).toBe('Length 0 m');
  expect(measuredText(points.slice(0, 2))).toBe('Length 111 m');
  // Half of 111.195 m squared.
  expect(measuredText(points)).toBe('Length 222 m · Area 6,182 m² (0.6182 ha)');
});
