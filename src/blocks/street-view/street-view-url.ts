/** Pixels of the picture asked for: the largest that the services give to everybody. */
const size = '640x400';

/**
 * Address of the picture of a street, from the service's own address, the company's key and a place in words.
 * Null when any of them is missing, or when the service is no web address.
 */
export function streetViewUrl(service: string, key: unknown, place: string): string | null {
  if (service === '' || typeof key !== 'string' || key === '' || place.trim() === '') return null;
  if (!URL.canParse(service) || !/^https?:/.test(service)) return null;
  const url = new URL(service);
  for (const [name, value] of Object.entries({ size, location: place.trim(), key }))
    url.searchParams.set(name, value);
  return url.href;
}
