/** JSON with sorted keys: equal values give equal text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`);
  return `{${members.join(',')}}`;
}

/**
 * 128 bits of the canonical text as hex: a name for a value, not a proof of origin.
 * Two FNV-1a runs of 64 bits, because this room has neither Node's nor the browser's crypto.
 */
export function hashOf(value: unknown): string {
  const text = canonical(value);
  return fnv(text, 0xcbf29ce484222325n) + fnv(text, 0x9ae16a3b2f90404fn);
}

function fnv(text: string, basis: bigint): string {
  let hash = basis;
  for (let i = 0; i < text.length; i++) {
    hash ^= BigInt(text.charCodeAt(i));
    hash = BigInt.asUintN(64, hash * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
