import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address; its last two may be written as an IPv4 address. */
function groupsOf(address: string): readonly number[] {
  const plain = address.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
    const word = (high: string, low: string) => (Number(high) * 256 + Number(low)).toString(16);
    return `${word(a, b)}:${word(c, d)}`;
  });
  const [head = '', tail] = plain.split('::');
  const numbers = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [numbers(head), numbers(tail ?? '')];
  return tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill(0), ...last];
}

/**
 * Whose tries are counted together: an IPv4 address, also one written as IPv6, or the /64 of an IPv6 address, because
 * one line has all of it. What is no address is counted as it is.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
