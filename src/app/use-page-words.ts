import { useEffect } from 'react';
import { sessionStore } from '#src/session/store.ts';
import { helpSite, productName } from './base-path.ts';

/** Lets the browser's tab and the frame say which page this is, and where its help stands. */
export function usePageWords(title: string, help: string | null): void {
  useEffect(() => {
    document.title = title === '' ? productName : `${productName} - ${title}`;
    sessionStore.setState({ title });
  }, [title]);
  useEffect(() => {
    sessionStore.setState({ helpLink: help === null || helpSite === '' ? null : `${helpSite}/${help}` });
  }, [help]);
}
