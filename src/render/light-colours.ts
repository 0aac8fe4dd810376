/** What is read of the colours of a light page, whatever this one is: paper is white. The element has the classes. */
export function inLight<T>(classes: string, read: (element: Element) => T): T {
  const light = document.createElement('div');
  light.className = `${classes} cad-theme-light`.trim();
  light.hidden = true;
  document.body.append(light);
  try {
    return read(light);
  } finally {
    light.remove();
  }
}
