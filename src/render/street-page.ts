// The street at a place, looked at on a page of the host that the server names; nothing of that host stands in a page of ours.

/** Null without a key, a place, or such a page. */
export function streetPage(key: unknown, latitude: unknown, longitude: unknown): string | null {
  if (typeof key !== 'string' || key === '') return null;
  const page = document.querySelector<HTMLMetaElement>('meta[name="cadastre-street-page"]')?.content ?? '';
  const [lat, lon] = [degreesOf(latitude, 90), degreesOf(longitude, 180)];
  if (page === '' || lat === null || lon === null) return null;
  return page.replace('{lat}', lat).replace('{lon}', lon);
}

/** With seven decimals, which are a centimetre. */
function degreesOf(value: unknown, most: number): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const degrees = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(degrees) && Math.abs(degrees) <= most ? String(Number(degrees.toFixed(7))) : null;
}
