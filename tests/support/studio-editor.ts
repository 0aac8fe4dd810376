// The editor of a definition, as a test works it in a browser.
import type { Locator, Page } from 'playwright';

export function editorOf(page: Page, path: string): Locator {
  return page.getByRole('textbox', { name: `Text of ${path}` });
}

/** Puts this text in place of what stands in the editor. */
export async function write(editor: Locator, text: string): Promise<void> {
  await editor.click();
  await editor.page().keyboard.press('Control+a');
  await editor.page().keyboard.insertText(text);
}

export async function confirmWith(page: Page, note: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Why/).fill(note);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}
