/** The one field that a body travels in, named after the product: base64 of its JSON in UTF-8. */
export function safeContent(product: string, body: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  let binary = '';
  // In slices, because a spread of a large array overflows the stack.
  for (let i = 0; i < bytes.length; i += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return JSON.stringify({ [`${product}SafeContent`]: btoa(binary) });
}
