// @vitest-environment jsdom
import L from 'leaflet';
import { afterEach, expect, it, vi } from 'vitest';
import { LabelLayer } from './label-layer.ts';

afterEach(() => vi.restoreAllMocks());

it('has a picture over the map only where something is written, and clears what was', () => {
  const clearRect = vi.fn();
  const brush = { save: () => {}, restore: () => {}, setTransform: () => {}, clearRect };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    brush as unknown as ImageBitmapRenderingContext,
  );
  const element = document.createElement('div');
  const map = L.map(element).setView([-33, 151], 12);
  let isWritten = false;
  const labels = new LabelLayer(map, () => isWritten);
  const picture = element.querySelector<HTMLCanvasElement>('.cad-map-labels');
  labels.draw();
  labels.draw();
  expect([picture?.hidden, clearRect.mock.calls.length]).toEqual([true, 0]);
  isWritten = true;
  labels.draw();
  expect(picture?.hidden).toBe(false);
  isWritten = false;
  labels.draw();
  expect([picture?.hidden, clearRect.mock.calls.length]).toEqual([true, 1]);
  map.remove();
});
