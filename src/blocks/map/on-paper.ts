// A map on paper has the size of the sheet, and is drawn before the browser takes it: style sheets alone come too late.
import type L from 'leaflet';

/** An A4 sheet on its side, less margins, title, legend, and the credit of the streets below the map. */
const sheet = { width: '205mm', height: '130mm' };

export function onPaper(
  map: L.Map,
  element: HTMLElement,
  draw: (onPaper: boolean) => void,
): { readonly leave: () => void } {
  const size = (to: { readonly width: string; readonly height: string }) => {
    Object.assign(element.style, to);
    map.invalidateSize({ animate: false });
  };
  const before = () => {
    size(sheet);
    draw(true);
  };
  const after = () => {
    size({ width: '', height: '' });
    draw(false);
  };
  globalThis.addEventListener('beforeprint', before);
  globalThis.addEventListener('afterprint', after);
  return {
    leave: () => {
      globalThis.removeEventListener('beforeprint', before);
      globalThis.removeEventListener('afterprint', after);
    },
  };
}
