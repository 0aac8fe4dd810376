/** Puts text into the clipboard; pages without a secure origin have only the older way. */
export async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'cad-visually-hidden';
  document.body.append(area);
  try {
    area.select();
    if (!document.execCommand('copy')) throw new Error('The browser refused the clipboard.');
  } finally {
    // A browser without the older way throws, and the page must not keep the field.
    area.remove();
  }
}
