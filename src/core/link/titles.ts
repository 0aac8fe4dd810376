/** A label made of an id: `purchase_price` and `purchasePrice` are both "Purchase price". */
export function titleOf(id: string): string {
  const words = id
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
