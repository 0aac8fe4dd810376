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

const seeds = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x6a09e667] as const;
const factors = [597399067, 2869860233, 951274213, 2716044179] as const;

/**
 * 128 bits of the canonical text as 32 hex digits: a name for a value, not a proof of origin.
 * Four lanes of multiply and fold (cyrb128), because this room has neither Node's nor the browser's crypto.
 */
export function hashOf(value: unknown): string {
  const text = canonical(value);
  let [a, b, c, d]: readonly [number, number, number, number] = seeds;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = b ^ Math.imul(a ^ code, factors[0]);
    b = c ^ Math.imul(b ^ code, factors[1]);
    c = d ^ Math.imul(c ^ code, factors[2]);
    d = a ^ Math.imul(d ^ code, factors[3]);
  }
  a = Math.imul(c ^ (a >>> 18), factors[0]);
  b = Math.imul(d ^ (b >>> 22), factors[1]);
  c = Math.imul(a ^ (c >>> 17), factors[2]);
  d = Math.imul(b ^ (d >>> 19), factors[3]);
  return [a, b, c, d].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
